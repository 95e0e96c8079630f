import type { Faults } from './faults';

/**
 * When a history sets its server back: a copy is kept at one step, and at a later one the server has nothing but that.
 * @returns to be called at each step
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
