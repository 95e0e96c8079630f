import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const CLIENT = fileURLToPath(new URL('../dist/client-new', import.meta.url));
const SMALLEST = 1024;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses the built app once, as tightly as can be, so that the server only picks the file the browser takes. */
const compressClient = async () => {
  const names = await readdir(CLIENT, { recursive: true });
  const texts = names.filter((name) => /\.(js|css|html|svg|json|webmanifest)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const file = join(CLIENT, name);
      const content = await readFile(file);
      if (content.length < SMALLEST) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      await Promise.all([
        toBrotli(content, { params }).then((br) => writeFile(`${file}.br`, br)),
        toGzip(content, { level: constants.Z_BEST_COMPRESSION }).then((gz) => writeFile(`${file}.gz`, gz)),
      ]);
    }),
  );
};

await compressClient();
