import type { TabMessage } from '../../sync/tabs/tabChannel';

export type WantMessage = Extract<TabMessage, { readonly kind: 'streamWanted' | 'streamAsked' }>;

/** Which visible tabs show lists: whoever leads keeps the event stream open for as long as there is one. */
export interface StreamWants {
  /** This tab shows lists, or no longer does. */
  show(isShowing: boolean): void;
  /** This tab came to the front or left it. */
  visibilityChanged(): void;
  /** This tab begins to lead: who was told before it came, or before another one died, was not told this tab. */
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

/** While the stream is open for others alone, they are asked so often whether they still show lists. */
const RECOUNT_MS = 60_000;

export const makeStreamWants = ({ tab, isVisible, tell, onWanted }: WantPorts): StreamWants => {
  const wanting = new Set<string>();
  /** Those who have said nothing since they were asked last: a tab that died never will, one that lives says so again. */
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
