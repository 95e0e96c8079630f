import { useState, useSyncExternalStore } from 'react';
import { browserInstall } from '../device/browserInstall';
import type { HeldPrompt } from '../device/installPrompt';
import { InstallCard } from '../features/install/InstallCard';
import { selectHasEnoughItems } from '../features/install/selectHasEnoughItems';
import { useAppSelector } from '../store/state/hooks';
import { refocusAfterAction } from './lostFocus';

/** Shows the install card below the lists, once the person has written enough items. */
export function InstallSlot({ prompt }: { readonly prompt: HeldPrompt }) {
  const [offer] = useState(() => browserInstall(window, prompt));
  const kind = useSyncExternalStore(prompt.subscribe, offer.kind);
  const [isAnswered, setAnswered] = useState(false);
  const hasEnough = useAppSelector((state) => kind !== null && selectHasEnoughItems(state));
  if (isAnswered || kind === null || !hasEnough) return null;
  /** The card disappears with the button that was pressed. */
  const answer = (act: () => unknown) => (): void => {
    refocusAfterAction();
    act();
    setAnswered(true);
  };
  return <InstallCard kind={kind} onAccept={answer(offer.accept)} onDismiss={answer(offer.dismiss)} />;
}
