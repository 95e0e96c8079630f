const BYTES_KEPT = 32 * 1024 * 1024;
const LARGEST_SHARE = 16;

/**
 * Caches the answers of pulls, except for long ones (`listAnswer.ts`). The key names the state they show, so an entry is
 * never stale. The oldest entries are removed when the total length exceeds the limit. Keys count too, because they
 * contain the caller's text.
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
