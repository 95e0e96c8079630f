import type { TabMessage } from '../sync/tabs';

/** Which visible tabs show lists: whoever leads keeps the event stream open for as long as there is one. */
export interface StreamWants {
  /** This tab shows lists, or no longer does. */
  show(isShowing: boolean): void;
  /** This tab came to the front or left it. */
  visibilityChanged(): void;
  /** This tab begins to lead: who was told before it came, or before another one died, was not told this tab. */
  askAll(): void;
  heard(message: Extract<TabMessage, { readonly kind: 'streamWanted' | 'streamAsked' }>): void;
}

interface WantPorts {
  readonly tab: string;
  readonly isVisible: () => boolean;
  readonly tell: (message: TabMessage) => void;
  readonly onWanted: (isWanted: boolean) => void;
}

export const makeStreamWants = ({ tab, isVisible, tell, onWanted }: WantPorts): StreamWants => {
  const wanting = new Set<string>();
  let isShowing = false;

  const note = (who: string, isWanted: boolean): void => {
    if (isWanted) wanting.add(who);
    else wanting.delete(who);
    onWanted(wanting.size > 0);
  };
  const tellOwn = (): void => {
    const isWanted = isShowing && isVisible();
    note(tab, isWanted);
    tell({ kind: 'streamWanted', tab, isWanted });
  };

  return {
    show: (isShowingNow) => {
      isShowing = isShowingNow;
      tellOwn();
    },
    visibilityChanged: tellOwn,
    askAll: () => {
      wanting.clear();
      tellOwn();
      tell({ kind: 'streamAsked' });
    },
    heard: (message) => {
      if (message.kind === 'streamWanted') note(message.tab, message.isWanted);
      else if (isShowing) tellOwn();
    },
  };
};
