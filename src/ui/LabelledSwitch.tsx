import { styled } from '@mui/material/styles';
import { useId } from 'react';

const Row = styled('label')({ display: 'flex', alignItems: 'center', gap: 12, minHeight: 44 });

/** 44 px for a thumb; the visible box is half as large. */
const Box = styled('input')(({ theme }) => ({
  appearance: 'none',
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 44,
  height: 44,
  margin: 0,
  marginInline: -11,
  borderRadius: 12,
  color: theme.vars.palette.primary.contrastText,
  '&::before': {
    gridArea: '1 / 1',
    width: 22,
    height: 22,
    boxSizing: 'border-box',
    border: `2px solid ${theme.vars.palette.text.secondary}`,
    borderRadius: 6,
    content: '""',
  },
  '&:checked::before': {
    borderColor: theme.vars.palette.primary.main,
    background: theme.vars.palette.primary.main,
  },
  '&:checked::after': { gridArea: '1 / 1', font: 'bold 16px/1 system-ui', content: '"✓"' },
  '&:disabled': { opacity: 0.5 },
}));

const Hint = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  margin: '0 0 8px',
  color: theme.vars.palette.text.secondary,
}));

interface LabelledSwitchProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onChoose: (choice: 'on' | 'off') => void;
}

/** A switch with a line that explains it. */
export function LabelledSwitch({ label, hint, isOn, disabled = false, onChoose }: LabelledSwitchProps) {
  const hintId = useId();
  return (
    <>
      <Row>
        <Box
          type="checkbox"
          role="switch"
          aria-describedby={hintId}
          checked={isOn}
          disabled={disabled}
          onChange={(event) => onChoose(event.target.checked ? 'on' : 'off')}
        />
        {label}
      </Row>
      <Hint id={hintId}>{hint}</Hint>
    </>
  );
}
