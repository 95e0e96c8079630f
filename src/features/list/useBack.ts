import { useLocation, useNavigate } from 'react-router';
import { isFirstEntry } from '../openList';
import { paths } from '../paths';

/** Goes back inside the app, or to the lists when this page was opened first. */
export const useBack = (): (() => void) => {
  const navigate = useNavigate();
  const isFirst = isFirstEntry(useLocation());
  return () => void (isFirst ? navigate(paths.lists, { replace: true }) : navigate(-1));
};
