import { styled } from '@mui/material/styles';

/** A form that is a screen of its own: in the upper half, so that a keyboard never covers its button. */
export const FormGrid = styled('form')({
  display: 'grid',
  gap: 16,
  paddingTop: 8,
});
