import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { RADIUS } from './tokens';

const GAP_PX = 16;

/** Always in the page, so that screen readers notice a new text. Without text it takes no space. */
const Alert = styled('div')({ '&:not(:empty)': { marginBottom: GAP_PX } });

const Answer = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  padding: '10px 14px',
  borderRadius: RADIUS.tile,
  backgroundColor: theme.vars.palette.errorSoft,
  color: theme.vars.palette.onErrorSoft,
}));

/** An objection in a form: the server's, or the form's own. */
export function FormAlert({ children }: { readonly children: ReactNode }) {
  return <Alert role="alert">{children && <Answer>{children}</Answer>}</Alert>;
}
