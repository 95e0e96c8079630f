/** The result of sending a text: given to another app, copied to the clipboard, cancelled by the person, or failed. */
type SendOutcome = 'shared' | 'copied' | 'cancelled' | 'failed';

type Senders = Partial<Pick<Navigator, 'share' | 'clipboard'>>;

const copy = ({ clipboard }: Senders, text: string): Promise<SendOutcome> =>
  clipboard?.writeText(text).then(
    () => 'copied' as const,
    () => 'failed' as const,
  ) ?? Promise.resolve('failed');

/**
 * Opens the system's share sheet, or copies the text where there is none. Must be called in a click handler, because
 * browsers demand a user gesture.
 */
export const sendText = async (text: string, device: Senders = navigator): Promise<SendOutcome> => {
  if (!device.share) return copy(device, text);
  try {
    await device.share({ text });
    return 'shared';
  } catch (error) {
    return (error as { name?: unknown }).name === 'AbortError' ? 'cancelled' : copy(device, text);
  }
};
