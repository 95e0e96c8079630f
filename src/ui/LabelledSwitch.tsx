import { styled } from '@mui/material/styles';
import { useId } from 'react';

const Row = styled('label')({ display: 'flex', alignItems: 'center', gap: 12, minHeight: 44 });

const Box = styled('input')(({ theme }) => ({
  width: 22,
  height: 22,
  margin: 0,
  flexShrink: 0,
  accentColor: theme.vars.palette.primary.main,
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

/** A choice of on and off, with a line that says what it means. */
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
