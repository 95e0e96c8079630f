import { useEffect, useState } from 'react';
import type { Invitation } from '../../contract/sharing';
import { previewInvite, type ServerAnswer } from '../../store/acts/sharingThunks';
import { useAppDispatch } from '../../store/state/hooks';

type Known = { readonly kind: 'loading' } | ServerAnswer<Invitation>;
const LOADING: Known = { kind: 'loading' };
const GONE: Known = { kind: 'gone' };

/** Loads the preview of an invitation. Without a code (null) it stays "loading". The empty code of a broken link is gone. */
export const useInvitation = (code: string | null): Known => {
  const dispatch = useAppDispatch();
  const [known, setKnown] = useState<{ readonly code: string | null; readonly answer: Known }>({
    code: null,
    answer: LOADING,
  });
  useEffect(() => {
    if (!code) return;
    let isOver = false;
    void dispatch(previewInvite(code)).then((answer) => {
      if (!isOver) setKnown({ code, answer });
    });
    return () => {
      isOver = true;
    };
  }, [code, dispatch]);
  if (code === '') return GONE;
  return known.code === code ? known.answer : LOADING;
};
