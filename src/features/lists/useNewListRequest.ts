import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../paths';

/**
 * `?new=1` (from Logs, or a shortcut of the installed app) opens the dialog once and is then removed from the address.
 */
export const useNewListRequest = (onAddList: () => void): void => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const isWanted = new URLSearchParams(search).get('new') === '1';
  useEffect(() => {
    if (!isWanted) return;
    void navigate(paths.lists, { replace: true });
    onAddList();
  }, [isWanted, navigate, onAddList]);
};
