import { REFUSALS_SEEN_KEY } from '../contract/storageKeys';
import { readMemory, writeMemory } from '../device/screenMemory';

/** The time of the newest refusal that the person has seen on Logs, in epoch ms. */
export const readRefusalsSeen = (): number => {
  const stored = readMemory(REFUSALS_SEEN_KEY);
  return typeof stored === 'number' ? stored : 0;
};

export const writeRefusalsSeen = (time: number): void => writeMemory(REFUSALS_SEEN_KEY, time);
