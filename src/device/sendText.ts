/** What became of a text that a person wanted to send: given to another app, put on the clipboard, thought better of, or neither. */
export type SendOutcome = 'shared' | 'copied' | 'cancelled' | 'failed';

type Senders = Partial<Pick<Navigator, 'share' | 'clipboard'>>;

const copy = ({ clipboard }: Senders, text: string): Promise<SendOutcome> =>
  clipboard?.writeText(text).then(
    () => 'copied' as const,
    () => 'failed' as const,
  ) ?? Promise.resolve('failed');

/** Opens the system's own share, or copies where there is none. Call it in a click: both want to be asked for by a person. */
export const sendText = async (text: string, device: Senders = navigator): Promise<SendOutcome> => {
  if (!device.share) return copy(device, text);
  try {
    await device.share({ text });
    return 'shared';
  } catch (error) {
    return (error as { name?: unknown }).name === 'AbortError' ? 'cancelled' : copy(device, text);
  }
};
