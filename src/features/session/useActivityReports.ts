import { useEffect } from 'react';
import { useAppDispatch } from '../../store/state/hooks';
import { pageTouched } from '../../store/state/syncSlice';

/** The shortest time between two reports. */
const REST_MS = 10_000;

/** Tells the store at most every 10 s that somebody uses the page. */
export const useActivityReports = (): void => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    let toldAt = Number.NEGATIVE_INFINITY;
    const tell = ({ timeStamp }: Event): void => {
      if (timeStamp - toldAt < REST_MS) return;
      toldAt = timeStamp;
      dispatch(pageTouched());
    };
    window.addEventListener('pointerdown', tell, { passive: true });
    window.addEventListener('keydown', tell, { passive: true });
    return () => {
      window.removeEventListener('pointerdown', tell);
      window.removeEventListener('keydown', tell);
    };
  }, [dispatch]);
};
