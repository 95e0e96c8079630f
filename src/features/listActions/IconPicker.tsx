import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { ICONS, type IconName } from '../../domain/listIcons';
import { CheckOutlined } from '../../ui/icons/CheckOutlined';
import { ListIcon } from '../../ui/ListIcon';
import { RADIUS } from '../../ui/tokens';
import { useLazyTexts } from '../useLazyTexts';

const Group = styled('fieldset')({ margin: '20px 0 0', padding: 0, border: 0, minWidth: 0 });
const Legend = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  marginBottom: 6,
  fontWeight: 600,
  color: theme.vars.palette.text.secondary,
}));
const Cells = styled('div')({
  display: 'grid',
  gap: 10,
  gridTemplateColumns: 'repeat(4, 1fr)',
  '@media (min-width: 600px)': { gridTemplateColumns: 'repeat(6, 1fr)' },
});

const Cell = styled('label')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  height: 64,
  borderRadius: RADIUS.tile,
  backgroundColor: theme.vars.palette.sunken,
  cursor: 'pointer',
  '&:has(:checked)': {
    backgroundColor: theme.vars.palette.badge,
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: -2,
  },
  // The focus ring is drawn outside the ring of the selected icon.
  '&:has(:focus-visible)': {
    boxShadow: `0 0 0 2px ${theme.vars.palette.raised}, 0 0 0 4px ${theme.vars.palette.primary.main}`,
  },
  '@media (forced-colors: active)': { '&:has(:focus-visible)': { outline: '3px solid Highlight' } },
}));

const Radio = styled('input')({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  opacity: 0,
  cursor: 'pointer',
});

const Tick = styled('span')(({ theme }) => ({
  position: 'absolute',
  top: -6,
  insetInlineEnd: -6,
  display: 'grid',
  placeItems: 'center',
  width: 22,
  height: 22,
  borderRadius: '50%',
  backgroundColor: theme.vars.palette.primary.main,
  color: theme.vars.palette.primary.contrastText,
  '& svg': { fontSize: 16 },
}));

interface IconPickerProps {
  readonly value: IconName;
  readonly onPick: (icon: IconName) => void;
}

/** Lets the person pick one of the eleven icons. The selected one has a ring, a tint and a tick. */
export function IconPicker({ value, onPick }: IconPickerProps) {
  const { t } = useLazyTexts();
  const id = useId();
  return (
    <Group role="radiogroup" aria-labelledby={id}>
      <Legend id={id}>{t('dialog.icon')}</Legend>
      <Cells>
        {ICONS.map((icon) => (
          <Cell key={icon}>
            <Radio
              type="radio"
              name={id}
              aria-label={t(`icons.${icon}`)}
              checked={icon === value}
              onChange={() => onPick(icon)}
            />
            <ListIcon name={icon} size={32} />
            {icon === value && (
              <Tick>
                <CheckOutlined />
              </Tick>
            )}
          </Cell>
        ))}
      </Cells>
    </Group>
  );
}
