import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResolvedVitePWAOptions } from 'vite-plugin-pwa';

type Manifest = Awaited<ReturnType<ManifestTransform>>['manifest'];
type ManifestTransform = NonNullable<ResolvedVitePWAOptions['injectManifest']['manifestTransforms']>[number];

/**
 * Gives each file of the precache the hash of what was built, so that the browser accepts nothing else. Something else
 * may come during a deploy (the page of another build), or from a proxy that answers with a good status. An installed
 * file is never requested again, so the app would then not start without a network.
 * @param folder the built files
 */
export const withIntegrity =
  (folder: string): ManifestTransform =>
  async (entries) => {
    const manifest: Manifest = await Promise.all(
      entries.map(async (entry) => {
        const content = await readFile(join(folder, entry.url));
        return { ...entry, integrity: `sha256-${createHash('sha256').update(content).digest('base64')}` };
      }),
    );
    return { manifest };
  };
