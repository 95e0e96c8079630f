import { useLocation, useNavigate } from 'react-router';
import { isFirstEntry } from '../openList';
import { paths } from '../paths';

/** Back to where one came from inside the app; to the lists where this page was the first. */
export const useBack = (): (() => void) => {
  const navigate = useNavigate();
  const isFirst = isFirstEntry(useLocation());
  return () => void (isFirst ? navigate(paths.lists, { replace: true }) : navigate(-1));
};
