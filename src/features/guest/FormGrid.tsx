import { styled } from '@mui/material/styles';

export const FORM_GAP_PX = 16;

/** The form of the guest screen: in the upper half, so that a keyboard never covers its button. */
export const FormGrid = styled('form')({
  display: 'grid',
  gap: FORM_GAP_PX,
  paddingTop: 8,
});
