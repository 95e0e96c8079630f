import { REFUSALS_SEEN_KEY } from '../../contract/storageKeys';
import { useAppSelector } from '../../store/state/hooks';
import { refusalId, selectRefusals } from '../../store/view/viewSelectors';
import { readRefusalsSeen } from '../refusalsSeen';
import { useStoredValue } from '../useStoredValue';

/** The number of refused changes that were not seen on Logs yet. */
export const useUnseenRefusals = (): number => {
  const [seen] = useStoredValue(REFUSALS_SEEN_KEY, readRefusalsSeen);
  return useAppSelector(selectRefusals).filter((refusal) => !seen.has(refusalId(refusal))).length;
};
