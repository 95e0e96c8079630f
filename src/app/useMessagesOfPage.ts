import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { listIdAt } from '../features/paths';
import { useSnackBar } from '../ui/SnackBars';

/** Hides the messages about the items of a list while another page is open. They do not name their list. */
export const useMessagesOfPage = (): void => {
  const { goTo } = useSnackBar();
  const listId = listIdAt(useLocation().pathname);
  useLayoutEffect(() => goTo(listId), [goTo, listId]);
};
