import { createHash } from 'node:crypto';
import { transformSync } from 'esbuild';

/** Jest's transform: strips the types of one file. Types are checked by `npm run types`, not here. */
export default {
  process: (source, path) =>
    transformSync(source, {
      loader: path.endsWith('x') ? 'tsx' : 'ts',
      format: 'esm',
      target: 'node20.19',
      jsx: 'automatic',
      sourcemap: 'inline',
      sourcefile: path,
    }),
  getCacheKey: (source, path, { configString }) =>
    createHash('sha1').update(configString).update(path).update(source).digest('hex'),
};
