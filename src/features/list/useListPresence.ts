import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/hooks';
import {
  type ListPresence,
  selectIsAskedAbout,
  selectIsRemovedHere,
  selectListPresence,
} from '../../store/listPresence';
import { selectList } from '../../store/viewSelectors';
import { useSnackBar } from '../../ui/SnackBars';
import { paths } from '../paths';

const TOLD_MS = 8000;

/**
 * Whether the list can be shown. One that does not exist leads to Lists; one removed elsewhere under one's eyes says so too,
 * unless the question what to do with one's additions to it says it.
 */
export const useListPresence = (listId: ListId): ListPresence => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { show } = useSnackBar();
  const presence = useAppSelector((state) => selectListPresence(state, listId));
  const isRemovedHere = useAppSelector((state) => selectIsRemovedHere(state, listId));
  const isAskedAbout = useAppSelector((state) => selectIsAskedAbout(state, listId));
  const name = useAppSelector((state) => selectList(state, listId)?.name);
  const lastName = useRef(name);

  useEffect(() => {
    if (name !== undefined) lastName.current = name;
  }, [name]);

  useEffect(() => {
    if (presence !== 'missing') return;
    if (lastName.current !== undefined && !isRemovedHere && !isAskedAbout) {
      const text = t('remote.listDeleted', { name: lastName.current.trim() || t('list.fallbackName') });
      show({ text, durationMs: TOLD_MS, urgency: 'assertive' });
    }
    void navigate(paths.lists, { replace: true });
  }, [presence, isRemovedHere, isAskedAbout, navigate, show, t]);

  return presence;
};
