import { useNavigate } from 'react-router';
import { paths } from '../paths';

/** How many entries of this app are before the current one. React Router counts them; null in other routers. */
const entriesBefore = (): number => (window.history.state as { readonly idx?: number } | null)?.idx ?? 0;

/**
 * @returns a function that goes to Guest at the first history entry of the visit. Every page before it would lead a
 * guest to Guest again, so that the back button would seem to do nothing.
 */
export const useLeaveToGuest = (): (() => Promise<void>) => {
  const navigate = useNavigate();
  const toGuest = async (): Promise<void> => void (await navigate(paths.guest, { replace: true }));
  return async () => {
    const before = entriesBefore();
    // At once. Going back takes a moment.
    await toGuest();
    if (before === 0) return;
    window.addEventListener('popstate', () => void toGuest(), { once: true });
    void navigate(-before);
  };
};
