/** Stands in for a process of `npm run simulate`: ends at seed 3, hangs at seed 5, and reports seed 6 as wrong. */
process.on('message', (seed) => {
  if (seed === 3) process.exit(7);
  process.channel.unref();
  if (seed === 5) return;
  process.channel.ref();
  process.send({ seed, requests: 1, kills: 0, met: {}, wrongs: seed === 6 ? ['a row is lost'] : [] });
});
