/** The result of sending a text: given to another app, copied to the clipboard, cancelled by the person, or failed. */
type SendOutcome = 'shared' | 'copied' | 'cancelled' | 'failed';

type Senders = Partial<Pick<Navigator, 'share' | 'clipboard'>>;

/** Copies a text. A page without a secure origin has no clipboard. Must be called in a click handler. */
export const copyText = (text: string, { clipboard }: Senders = navigator): Promise<'copied' | 'failed'> =>
  clipboard?.writeText(text).then(
    () => 'copied' as const,
    () => 'failed' as const,
  ) ?? Promise.resolve('failed');

/**
 * Opens the system's share sheet, or copies the text where there is none. Must be called in a click handler, because
 * browsers demand a user gesture.
 */
export const sendText = async (text: string, device: Senders = navigator): Promise<SendOutcome> => {
  if (!device.share) return copyText(text, device);
  try {
    await device.share({ text });
    return 'shared';
  } catch (error) {
    return (error as { name?: unknown }).name === 'AbortError' ? 'cancelled' : copyText(text, device);
  }
};
