import { styled } from '@mui/material/styles';

/** A form that fills a page. It is at the top, so that a touch keyboard does not cover its button. */
export const FormGrid = styled('form')({
  display: 'grid',
  gap: 16,
  paddingTop: 8,
});
