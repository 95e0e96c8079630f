import type { ListId } from '../../contract/ids';
import type { SheetAnchor } from '../../ui/ActionSheet';

/** The one overlay that is open: the menu of a list, a question, the members, or the dialog. */
export type Overlay =
  | { readonly kind: 'menu'; readonly listId: ListId; readonly anchor: SheetAnchor }
  | { readonly kind: 'delete'; readonly listId: ListId }
  | { readonly kind: 'clear'; readonly listId: ListId }
  | { readonly kind: 'share'; readonly listId: ListId }
  | { readonly kind: 'leave'; readonly listId: ListId }
  | { readonly kind: 'edit'; readonly listId: ListId }
  | { readonly kind: 'add' };
