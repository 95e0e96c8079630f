import { useEffect, useState } from 'react';
import type { Invitation } from '../../contract/sharing';
import { previewInvite, type ServerAnswer } from '../../store/acts/sharingThunks';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectIsOnline } from '../../store/state/syncSlice';

/** "offline" until the browser has a network; then the provider is asked by itself. */
type KnownInvitation = { readonly kind: 'loading' | 'offline' } | ServerAnswer<Invitation>;

/** The key of the text that says why there is no preview. */
export const objectionTo = (kind: KnownInvitation['kind']) => {
  if (kind === 'gone') return 'sharing.inviteOver';
  return kind === 'offline' ? 'sharing.joinOffline' : 'sharing.unreachable';
};

/** Whether a further question may bring the preview. Without a network nobody needs to press anything. */
export const canAskAgain = (kind: KnownInvitation['kind']): boolean =>
  !['ok', 'loading', 'gone', 'offline'].includes(kind);

interface Asked {
  readonly invitation: KnownInvitation;
  /** Asks again, after no answer. */
  readonly askAgain: () => void;
  /** The invitation was found to be over after its preview had come. */
  readonly end: () => void;
}

/** Loads the preview of an invitation. Without a code (null) it stays "loading". The empty code of a broken link is gone. */
export const useInvitation = (code: string | null): Asked => {
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const [tries, setTries] = useState(0);
  const [known, setKnown] = useState<{ readonly code: string | null; readonly answer: KnownInvitation }>({
    code: null,
    answer: { kind: 'loading' },
  });
  const answer: KnownInvitation = known.code === code ? known.answer : { kind: 'loading' };
  const isAnswered = answer.kind === 'ok' || answer.kind === 'gone';

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try asks again
  useEffect(() => {
    if (!code || !isOnline || isAnswered) return;
    let isOver = false;
    void dispatch(previewInvite(code)).then((now) => {
      if (!isOver) setKnown({ code, answer: now });
    });
    return () => {
      isOver = true;
    };
  }, [code, isOnline, isAnswered, tries, dispatch]);

  const askAgain = (): void => {
    setKnown({ code, answer: { kind: 'loading' } });
    setTries((count) => count + 1);
  };
  const end = (): void => setKnown({ code, answer: { kind: 'gone' } });
  if (code === '') return { invitation: { kind: 'gone' }, askAgain, end };
  return { invitation: code !== null && !isOnline && !isAnswered ? { kind: 'offline' } : answer, askAgain, end };
};
