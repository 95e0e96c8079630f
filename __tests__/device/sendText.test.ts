import { describe, expect, test } from '@jest/globals';
import { sendText } from '../../src/device/sendText';

const device = (share: (() => Promise<void>) | null, copies = true) => {
  const got: string[] = [];
  const clipboard = {
    writeText: async (text: string) => {
      if (!copies) throw new DOMException('no', 'NotAllowedError');
      got.push(`copied ${text}`);
    },
  } as Clipboard;
  const shared = async ({ text }: ShareData = {}) => {
    await share?.();
    got.push(`shared ${text}`);
  };
  return { got, senders: { clipboard, ...(share && { share: shared }) } };
};
const fails = (name: string) => async () => {
  throw new DOMException('no', name);
};

describe('a text that is sent', () => {
  test('goes to the system’s own share where there is one', async () => {
    const { got, senders } = device(async () => undefined);
    expect(await sendText('- mleko', senders)).toBe('shared');
    expect(got).toEqual(['shared - mleko']);
  });

  test('is copied where there is none, or where it does not work', async () => {
    for (const { got, senders } of [device(null), device(fails('NotAllowedError'))]) {
      expect(await sendText('- mleko', senders)).toBe('copied');
      expect(got).toEqual(['copied - mleko']);
    }
  });

  test('is neither shared nor copied by who thought better of it', async () => {
    const { got, senders } = device(fails('AbortError'));
    expect(await sendText('- mleko', senders)).toBe('cancelled');
    expect(got).toEqual([]);
  });

  test('says so where nothing works', async () => {
    expect(await sendText('- mleko', device(null, false).senders)).toBe('failed');
    expect(await sendText('- mleko', {})).toBe('failed');
  });
});
