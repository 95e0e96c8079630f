/**
 * True for an http(s) origin as browsers write it: no path, no slash at its end. A URL may have a semicolon in its host,
 * but in a content policy it would end the rule.
 */
export const isOrigin = (text: string): boolean => {
  try {
    const { protocol, origin } = new URL(text);
    return (protocol === 'http:' || protocol === 'https:') && origin === text && !text.includes(';');
  } catch {
    return false;
  }
};
