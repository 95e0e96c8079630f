/**
 * Whether an `If-None-Match` header contains the tag. It may hold several tags, or `*`. Weak and strong tags compare as
 * equal (RFC 9110, section 13.1.2).
 */
export const namesTag = (header: string | undefined, tag: string): boolean => {
  if (header === undefined) return false;
  const opaque = tag.replace(/^W\//, '');
  const named: readonly string[] = header.match(/"[^"]*"/g) ?? [];
  return header.trim() === '*' || named.includes(opaque);
};
