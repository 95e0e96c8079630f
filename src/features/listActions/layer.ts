import type { ListId } from '../../contract/ids';
import type { SheetAnchor } from '../../ui/ActionSheet';

/** What is open over the page: the menu of a list, one of its questions, who shares it, or the dialog. One at a time. */
export type Layer =
  | { readonly kind: 'menu'; readonly listId: ListId; readonly anchor: SheetAnchor }
  | { readonly kind: 'delete'; readonly listId: ListId }
  | { readonly kind: 'clear'; readonly listId: ListId }
  | { readonly kind: 'share'; readonly listId: ListId }
  | { readonly kind: 'leave'; readonly listId: ListId }
  | { readonly kind: 'edit'; readonly listId: ListId }
  | { readonly kind: 'add' };
