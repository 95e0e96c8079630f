import { build } from 'esbuild';
import { serverBundle } from './bundle.mjs';
import { compressClient } from './compressClient.mjs';

await build(serverBundle);
await compressClient();
