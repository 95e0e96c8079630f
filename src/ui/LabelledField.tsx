import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { useId } from 'react';

const Label = styled('label')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'block',
  marginBottom: 6,
  fontWeight: 600,
  color: theme.vars.palette.text.secondary,
}));

type LabelledFieldProps = Omit<OutlinedInputProps, 'label' | 'id'> & { readonly label: string };

/** A text field with its label above it, where it never covers what is typed. Text is 17 px: below 16 iOS zooms in. */
export function LabelledField({ label, ...input }: LabelledFieldProps) {
  const id = useId();
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <OutlinedInput fullWidth id={id} {...input} />
    </div>
  );
}
