import type { TabMessage } from '../../sync/tabs/tabChannel';

type WantMessage = Extract<TabMessage, { readonly kind: 'streamWanted' | 'streamAsked' }>;

/** Which visible tabs show lists. The leading tab keeps the event stream open while there is one. */
export interface StreamWants {
  /** This tab begins or stops to show lists. */
  show(isShowing: boolean): void;
  /** This tab became visible or hidden. */
  visibilityChanged(): void;
  /** This tab begins to lead. It asks the others, because their earlier messages went to the previous leader. */
  beginLead(): void;
  endLead(): void;
  heard(message: WantMessage): void;
}

interface WantPorts {
  readonly tab: string;
  readonly isVisible: () => boolean;
  readonly tell: (message: TabMessage) => void;
  readonly onWanted: (isWanted: boolean) => void;
}

/** While the stream is open only for other tabs, the leader asks them this often whether they still show lists. */
const RECOUNT_MS = 60_000;

export const makeStreamWants = ({ tab, isVisible, tell, onWanted }: WantPorts): StreamWants => {
  const wanting = new Set<string>();
  /** Tabs that have not answered the last question. A tab that was killed never answers. */
  const silent = new Set<string>();
  let isShowing = false;
  let recounting: ReturnType<typeof setInterval> | undefined;

  const note = (who: string, isWanted: boolean): void => {
    silent.delete(who);
    if (isWanted) wanting.add(who);
    else wanting.delete(who);
    onWanted(wanting.size > 0);
  };
  const tellOwn = (): void => {
    const isWanted = isShowing && isVisible();
    note(tab, isWanted);
    tell({ kind: 'streamWanted', tab, isWanted });
  };

  const recount = (): void => {
    for (const who of [...silent]) note(who, false);
    if (wanting.has(tab)) return;
    for (const who of wanting) silent.add(who);
    if (silent.size > 0) tell({ kind: 'streamAsked' });
  };

  return {
    show: (isShowingNow) => {
      isShowing = isShowingNow;
      tellOwn();
    },
    visibilityChanged: tellOwn,
    beginLead: () => {
      wanting.clear();
      tellOwn();
      tell({ kind: 'streamAsked' });
      recounting ??= setInterval(recount, RECOUNT_MS);
    },
    endLead: () => {
      clearInterval(recounting);
      recounting = undefined;
      silent.clear();
    },
    heard: (message) => {
      if (message.kind === 'streamWanted') note(message.tab, message.isWanted);
      else if (isShowing) tellOwn();
    },
  };
};
