import type { Faults } from './faults';

/**
 * Restores the server of a history from an older copy: the copy is made at one random step and restored at a later one.
 * @returns a function to call at each step
 */
export const makeSettingBack = (
  faults: Faults,
  steps: number,
  keepCopies: () => readonly (() => void)[],
  onSetBack: () => void,
) => {
  const random = faults.random('setBack');
  const keptAt = random.below(Math.max(1, steps - 1));
  const setBackAt = keptAt + 1 + random.below(Math.max(1, steps - keptAt));
  let copies: readonly (() => void)[] = [];
  return (step: number): void => {
    if (!faults.isOn('setBack')) return;
    if (step === keptAt) copies = keepCopies();
    if (step !== setBackAt || copies.length === 0) return;
    for (const setBack of copies) setBack();
    faults.note('setBack');
    onSetBack();
  };
};
