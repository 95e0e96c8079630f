import type { ListId } from '../../contract/ids';
import { sendText } from '../../device/sendText';
import { useAppDispatch } from '../../store/state/hooks';
import { readListAsText } from '../../store/view/readListAsText';
import { useSnackBar } from '../../ui/SnackBars';
import { useLazyTexts } from '../useLazyTexts';

const SHOWN_MS = 4000;

/** Sends the open items to another app as text. A paste into the app reads the same format. */
export const useSendList = (listId: ListId): (() => void) => {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const { show } = useSnackBar();
  const say = (text: string): void => void show({ text, durationMs: SHOWN_MS });
  return () => {
    const text = dispatch(readListAsText(listId));
    if (text === '') return say(t('send.nothing'));
    void sendText(text).then((outcome) => {
      if (outcome === 'copied') say(t('send.copied'));
      if (outcome === 'failed') say(t('send.failed'));
    });
  };
};
