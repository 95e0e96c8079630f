const CHECK_MS = 500;

/**
 * npm runs a script in a shell, and passes a signal on to the shell alone. So after `kill` of `npm start` this process
 * would go on without a parent. Imported, this module ends it as SIGTERM does.
 */
if (process.env.npm_lifecycle_event !== undefined) {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS);
  timer.unref();
}
