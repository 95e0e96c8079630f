/** True for an http(s) origin as browsers write it: no path, no slash at its end. */
export const isOrigin = (text: string): boolean => {
  try {
    const { protocol, origin } = new URL(text);
    return (protocol === 'http:' || protocol === 'https:') && origin === text;
  } catch {
    return false;
  }
};
