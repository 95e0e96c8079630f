import { type NavigateFunction, useNavigate } from 'react-router';

type Hand = { go: NavigateFunction | null };

const Holder = ({ router }: { router: Hand }) => {
  router.go = useNavigate();
  return null;
};

/** The router itself, for navigation from outside the screens: the system's back button, or an address that another app opens. */
export const routerBeside = () => {
  const router: Hand = { go: null };
  return { router, beside: <Holder router={router} /> };
};
