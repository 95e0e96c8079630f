/** How much this app keeps on this device, in bytes; null where the browser does not say. */
export const storageUsed = async (device: Partial<Pick<Navigator, 'storage'>> = navigator): Promise<number | null> => {
  try {
    const { usage } = (await device.storage?.estimate?.()) ?? {};
    return usage ?? null;
  } catch {
    return null;
  }
};
