/** The bytes that this app stores on this device; null where the browser does not say. */
export const storageUsed = async (device: Partial<Pick<Navigator, 'storage'>> = navigator): Promise<number | null> => {
  try {
    const { usage } = (await device.storage?.estimate?.()) ?? {};
    return usage ?? null;
  } catch {
    return null;
  }
};
