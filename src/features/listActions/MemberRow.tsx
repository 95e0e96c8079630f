import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Member } from '../../contract/sharing';
import { PersonOutlined } from '../../ui/icons/PersonOutlined';
import { useLazyTexts } from '../useLazyTexts';

const Row = styled('li')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 12, minHeight: 56 });
const Circle = styled('span')({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: '2.5rem',
  height: '2.5rem',
  borderRadius: '50%',
  color: '#fff',
  fontWeight: 700,
});
/** With large text the button wraps below the name. */
const Words = styled('span')({ flex: '1 1 6rem', minWidth: 0, overflowWrap: 'anywhere' });
const Note = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'block',
  color: theme.vars.palette.text.secondary,
}));

/** White text on each of them has a contrast of at least 4.5. None is red, which means danger. */
const COLORS = ['#7a4a00', '#3b6300', '#00696b', '#0b57d0', '#6b4ea0', '#a1236b', '#5d5f5f'];

/** Derived from the name, so a person has the same colour on every device. */
const colorOf = (name: string): string | undefined =>
  COLORS[[...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % COLORS.length];

/** The first letters of the first two words with letters: of `Ola (mama)`, `OM`. Empty for a name without letters. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toLocaleUpperCase() ?? '')
    .filter((letter) => letter !== '')
    .slice(0, 2)
    .join('');

interface MemberRowProps {
  readonly member: Member;
  readonly canRemove: boolean;
  readonly onRemove: () => void;
}

/** One member of a shared list. */
export function MemberRow({ member, canRemove, onRemove }: MemberRowProps) {
  const { t } = useLazyTexts();
  const name = member.name ?? t('sharing.nameless');
  const notes = [member.isMe && t('sharing.you'), member.role === 'owner' && t('sharing.owner')].filter(Boolean);
  return (
    <Row>
      <Circle aria-hidden style={{ backgroundColor: colorOf(name) }}>
        {initialsOf(member.name ?? '') || <PersonOutlined fontSize="small" />}
      </Circle>
      <Words>
        <bdi>{name}</bdi>
        {notes.length > 0 && <Note>{notes.join(', ')}</Note>}
      </Words>
      {canRemove && (
        <Button
          color="inherit"
          aria-label={t('sharing.removeLabel', { name })}
          onClick={onRemove}
          sx={{ marginInlineStart: 'auto' }}
        >
          {t('sharing.remove')}
        </Button>
      )}
    </Row>
  );
}
