import { build } from 'esbuild';
import { serverBundle } from './bundle.mjs';

await build(serverBundle);
