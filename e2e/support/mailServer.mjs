import { SMTPServer } from 'smtp-server';

/** A mail server for tests: it prints one line of JSON with its port, and one for each mail. */
const tell = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

const read = async (stream) => {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const server = new SMTPServer({
  // It has no certificate that anybody would trust.
  disabledCommands: process.argv.includes('--starttls') ? [] : ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === 'listy' && password === 'mail secret'
      ? done(null, { user: username })
      : done(new Error('wrong name or password')),
  onRcptTo: ({ address }, _session, done) =>
    address.startsWith('refused') ? done(new Error(`${address} does not live here`)) : done(),
  onData: (stream, { envelope }, done) =>
    void read(stream).then((message) => {
      tell({ to: envelope.rcptTo.map(({ address }) => address), message });
      done();
    }),
});
server.listen(0, '127.0.0.1', () => tell({ port: server.server.address().port }));
