const BYTES_KEPT = 32 * 1024 * 1024;
const LARGEST_SHARE = 16;

/**
 * Answers of pulls, kept under a key that names the state they show, so an entry is never stale: it is only not asked for any
 * more. The oldest go when the sum of lengths passes the bound, the keys' too: they hold the caller's text.
 */
export const makeBodyCache = (bytesKept = BYTES_KEPT) => {
  const kept = new Map<string, string>();
  let size = 0;
  return {
    get: (key: string): string | undefined => kept.get(key),
    set: (key: string, body: string): void => {
      const added = key.length + body.length;
      if (added > bytesKept / LARGEST_SHARE || kept.has(key)) return;
      kept.set(key, body);
      size += added;
      for (const [oldest, { length }] of kept) {
        if (size <= bytesKept) return;
        kept.delete(oldest);
        size -= oldest.length + length;
      }
    },
  };
};
