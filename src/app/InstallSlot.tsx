import { useSyncExternalStore } from 'react';
import type { InstallOffer } from '../device/installOffer';
import { selectHasEnoughItems } from '../features/install/hasEnoughItems';
import { useAppSelector } from '../store/hooks';
import { OnceWanted } from './OnceWanted';
import { installCard } from './parts';

/** The place below the lists where installing is offered, to those for whom it is worth something. */
export function InstallSlot({ offer }: { readonly offer: InstallOffer }) {
  const kind = useSyncExternalStore(offer.subscribe, offer.kind);
  const hasEnough = useAppSelector((state) => kind !== null && selectHasEnoughItems(state));
  return (
    <OnceWanted isWanted={kind !== null && hasEnough}>
      {kind !== null && hasEnough && (
        <installCard.Part kind={kind} onAccept={() => void offer.accept()} onDismiss={offer.dismiss} />
      )}
    </OnceWanted>
  );
}
