import { readMemory, writeMemory } from '../device/screenMemory';

const KEY = 'refusalsSeen';

/** When the newest refusal that was looked at on Logs came, epoch ms. */
export const readRefusalsSeen = (): number => {
  const stored = readMemory(KEY);
  return typeof stored === 'number' ? stored : 0;
};

export const writeRefusalsSeen = (time: number): void => writeMemory(KEY, time);
