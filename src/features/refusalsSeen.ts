import { REFUSALS_SEEN_KEY } from '../contract/storageKeys';
import { readMemory, writeMemory } from '../device/screenMemory';

/** When the newest refusal that was looked at on Logs came, epoch ms. */
export const readRefusalsSeen = (): number => {
  const stored = readMemory(REFUSALS_SEEN_KEY);
  return typeof stored === 'number' ? stored : 0;
};

export const writeRefusalsSeen = (time: number): void => writeMemory(REFUSALS_SEEN_KEY, time);
