const { transformSync } = require('esbuild');

/**
 * Jest on Node 20 cannot `require` an ES module, and packages of the server do (light-my-request → cookie,
 * @fastify/static → content-disposition). Those few are turned into CommonJS on the way in.
 */
module.exports = {
  process: (source) => ({ code: transformSync(source, { format: 'cjs', target: 'node20' }).code }),
};
