/** Preloaded into a server that is measured (`node --expose-gc --import probe.mjs …`): reports its CPU and memory when asked. */
process.on('message', (question) => {
  if (question === 'memory') globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send({ probe: { rss, heap: heapUsed + external, cpuMs: (user + system) / 1000 } });
});
