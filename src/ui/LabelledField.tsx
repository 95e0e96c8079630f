import { styled } from '@mui/material/styles';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { onHover } from './componentStyles';

const Label = styled('label')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'block',
  marginBottom: 6,
  fontWeight: 600,
  color: theme.vars.palette.text.secondary,
}));

/** An outline over the border: twice as thick, without moving anything, and visible in forced colours. */
const edgeOf = (color: string) => ({ outline: `2px solid ${color}`, outlineOffset: -2 });

const Box = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  width: '100%',
  minHeight: 52,
  border: `1px solid ${theme.vars.palette.outline}`,
  borderRadius: theme.shape.borderRadius,
  // The button at the end uses the field's padding.
  '& > button': { marginInlineEnd: 4 },
  ...onHover({ borderColor: theme.vars.palette.text.secondary }),
  '&:focus-within': edgeOf(theme.vars.palette.primary.main),
  '&[data-invalid]': { borderColor: theme.vars.palette.error.main },
  '&[data-invalid]:focus-within': edgeOf(theme.vars.palette.error.main),
}));

/** 17 px, because iOS zooms into fields below 16 px. */
const Input = styled('input')(({ theme }) => ({
  ...theme.typography.body1,
  flex: 1,
  // By default an input is about twenty letters wide. With text twice as large that is wider than a phone.
  width: '100%',
  minWidth: 0,
  padding: '13px 15px',
  border: 0,
  borderRadius: 'inherit',
  background: 'none',
  color: 'inherit',
  textOverflow: 'ellipsis',
  '&:focus-visible': { outline: 'none' },
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
}));

interface LabelledFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string;
  readonly isInvalid?: boolean;
  /** A button inside the field, after the text. */
  readonly end?: ReactNode;
}

/** A text field with its label above it. */
export function LabelledField({ label, isInvalid = false, end, ...input }: LabelledFieldProps) {
  const id = useId();
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <Box data-invalid={isInvalid || undefined}>
        <Input id={id} aria-invalid={isInvalid} {...input} />
        {end}
      </Box>
    </div>
  );
}
