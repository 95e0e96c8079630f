import { isComposing } from '../../ui/isComposing';

interface Press {
  readonly key: string;
  readonly isComposing: boolean;
  readonly keyCode: number;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

interface Offered {
  readonly active: number | null;
  readonly count: number;
}

type SuggestionAct =
  | { readonly kind: 'move'; readonly to: number | null }
  | { readonly kind: 'take'; readonly place: number }
  | { readonly kind: 'close' };

/**
 * The action of a key while suggestions are shown; null leaves the key to the row. ↓ enters the suggestions, ↑ leaves
 * them.
 */
export const suggestionKey = (press: Press, { active, count }: Offered): SuggestionAct | null => {
  if (isComposing(press) || press.shiftKey || press.ctrlKey || press.metaKey || press.altKey) return null;
  switch (press.key) {
    case 'ArrowDown':
      return { kind: 'move', to: active === null ? 0 : Math.min(active + 1, count - 1) };
    case 'ArrowUp':
      return active === null ? null : { kind: 'move', to: active === 0 ? null : active - 1 };
    case 'Enter':
      return active === null ? null : { kind: 'take', place: active };
    case 'Escape':
      return { kind: 'close' };
    default:
      return null;
  }
};
