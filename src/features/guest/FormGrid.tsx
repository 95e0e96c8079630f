import { styled } from '@mui/material/styles';

/** The form of the guest screen: in the upper half, so that a keyboard never covers its button. */
export const FormGrid = styled('form')({
  display: 'grid',
  gap: 16,
  paddingTop: 8,
});
