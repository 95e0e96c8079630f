import type { AnchorHTMLAttributes, HTMLAttributes, MouseEvent, Ref } from 'react';
import { memo } from 'react';
import { moreVertPath } from '../../ui/icons/MoreVertOutlined';
import { ListIcon } from '../../ui/ListIcon';

/** New: the list was just created. Open: the list is open in the other pane. */
export type CardHighlight = 'plain' | 'new' | 'open';

/** What a card says about its list. */
export interface CardTexts {
  readonly name: string;
  /** Without a name of its own, the list has a fallback name. */
  readonly isNamed: boolean;
  readonly icon: string;
  /** How many people share the list, in words; empty for a list of one person. */
  readonly people: string;
  readonly done: number;
  readonly total: number;
  /** The items, or a sentence that there are none. */
  readonly preview: string;
  readonly isEmpty: boolean;
}

interface MoreButtonProps {
  readonly label: string;
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** `memo`, because a card is drawn again with each key typed in its list. */
const MoreButton = memo(function MoreButton({ label, onClick }: MoreButtonProps) {
  return (
    <button type="button" className="more" aria-label={label} aria-haspopup="dialog" onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden>
        {moreVertPath}
      </svg>
    </button>
  );
});

interface ListCardProps {
  readonly texts: CardTexts;
  /** False while the items are still loading. */
  readonly isKnown: boolean;
  readonly highlight?: CardHighlight;
  readonly link?: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly ref?: Ref<HTMLAnchorElement> };
  readonly press?: HTMLAttributes<HTMLElement>;
  readonly more: MoreButtonProps;
}

const italicIf = (isItalic: boolean) => ({ fontStyle: isItalic ? 'italic' : 'normal' });

/** One list as a card, styled by `Cards`. The card is a link, and its menu button is the link's sibling. */
export function ListCard({ texts, isKnown, highlight = 'plain', link, press, more }: ListCardProps) {
  const { name, isNamed, icon, people, done, total, preview, isEmpty } = texts;
  return (
    <li>
      <div className="card" data-highlight={highlight} {...press}>
        <a className="link" draggable={false} {...link}>
          <span className="tile">
            <ListIcon name={icon} />
          </span>
          <span className="words">
            <span className="title">
              <span className="title">
                <span className="name" dir="auto" style={italicIf(!isNamed)}>
                  {name}
                </span>
                {isKnown && (
                  <span className="count" aria-hidden data-full={total > 0 && done === total ? '' : undefined}>
                    <bdi>{`${done}/${total}`}</bdi>
                  </span>
                )}
              </span>
              {people !== '' && <span className="preview people">{people}</span>}
            </span>
            {isKnown ? (
              <span className="preview items" dir="auto" style={italicIf(isEmpty)}>
                {preview}
              </span>
            ) : (
              <span className="preview loading" aria-hidden data-skeleton>
                <span />
              </span>
            )}
          </span>
        </a>
        <MoreButton {...more} />
      </div>
    </li>
  );
}
