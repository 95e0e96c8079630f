import { useLocation, useNavigate } from 'react-router';
import { paths } from '../paths';

/** Back to where one came from inside the app; to the lists where this page was the first. */
export const useBack = (): (() => void) => {
  const navigate = useNavigate();
  const isFirst = useLocation().key === 'default';
  return () => void (isFirst ? navigate(paths.lists, { replace: true }) : navigate(-1));
};
