import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { ListId } from '../../contract/ids';
import { CloseOutlined } from '../../ui/icons/CloseOutlined';
import { SearchOutlined } from '../../ui/icons/SearchOutlined';
import { isComposing } from '../../ui/isComposing';
import { useAnnounce } from '../../ui/LiveRegions';
import { RADIUS } from '../../ui/tokens';
import { useLazyTexts } from '../useLazyTexts';
import { FIELD_PX } from './overviewSizes';

const GAP_PX = 10;

const Field = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  boxSizing: 'border-box',
  minHeight: FIELD_PX - GAP_PX,
  marginBottom: GAP_PX,
  paddingInline: '12px 0',
  border: `1px solid ${theme.vars.palette.outline}`,
  borderRadius: RADIUS.pill,
  backgroundColor: theme.vars.palette.surface,
  color: theme.vars.palette.text.secondary,
  '&:focus-within': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -1 },
  // The button is as tall as the field with its border: without this it would make the field taller when it comes.
  '& button': { marginBlock: -1 },
}));

const Input = styled('input')(({ theme }) => ({
  ...theme.typography.subtitle2,
  flex: 1,
  minWidth: 0,
  minHeight: 42,
  paddingInline: 8,
  border: 0,
  background: 'none',
  outline: 'none',
  textOverflow: 'ellipsis',
  color: theme.vars.palette.text.primary,
  '&:focus-visible': { outline: 'none' },
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
  '&::-webkit-search-cancel-button': { display: 'none' },
}));

/** Whether the key belongs to someone who types, to a dialog, or to a shortcut of the browser. */
const isTaken = ({ target, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element && target.closest('input:not([type=checkbox]), textarea, [role=dialog]') !== null);

interface FindFieldProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The matching lists; null without a search. */
  readonly found: ReadonlyMap<ListId, unknown> | null;
  readonly onOpen: (listId: ListId) => void;
}

/** Searches lists and items. The `/` key focuses it, Esc empties it, Enter opens the list that is the only match. */
export function FindField({ text, setText, found, onOpen }: FindFieldProps) {
  const { t } = useLazyTexts();
  const announce = useAnnounce();
  const count = found?.size ?? null;
  /** Other lists in the same number are news too. */
  const matches = found && [...found.keys()].join();
  const wasTold = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: says the number again for other matches
  useEffect(() => {
    if (count !== null) announce(t(count === 0 ? 'find.none' : 'find.found', { count }));
    else if (wasTold.current) announce('');
    wasTold.current = count !== null;
  }, [count, matches, announce, t]);
  const input = useRef<HTMLInputElement>(null);
  // A layout effect: a person may press `/` as soon as the field is visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || event.defaultPrevented || isTaken(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const clear = (): void => {
    setText('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // During composition, Enter and Escape only end the composition.
    if (isComposing(event.nativeEvent)) return;
    const [only, another] = found?.keys() ?? [];
    if (event.key === 'Enter' && only && !another) onOpen(only);
    if (event.key !== 'Escape' || text === '') return;
    event.preventDefault();
    clear();
  };
  return (
    <Field role="search">
      <SearchOutlined />
      <Input
        ref={input}
        type="search"
        aria-label={t('find.label')}
        placeholder={t('find.label')}
        aria-keyshortcuts="/"
        dir="auto"
        autoCapitalize="none"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <IconButton aria-label={t('find.clear')} onClick={clear}>
          <CloseOutlined />
        </IconButton>
      )}
    </Field>
  );
}
