import { execFileSync } from 'node:child_process';

/** Builds once before the first test, so that what is tested is what would be served. `E2E_BUILT=yes` takes the build there is. */
export default (): void => {
  if (process.env.E2E_BUILT === 'yes') return;
  execFileSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
};
