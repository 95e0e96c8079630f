import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { ElementType } from 'react';
import { ChevronLeftOutlined } from './icons/ChevronLeftOutlined';

/** Pulls the buttons' pictures, not their edges, to the edge of the column. */
export const OUTDENT_PX = -12;

/** The chevron leaves room in its button; what follows moves into it. */
const INDENT_PX = -6;

const BackIcon = styled(ChevronLeftOutlined)({ fontSize: '1.875rem', '&:dir(rtl)': { transform: 'scaleX(-1)' } });

/** The way back, at the start of a header: a button, or a link when told to be one. */
export function BackButton<Root extends ElementType = 'button'>(props: IconButtonProps<Root, { component?: Root }>) {
  return (
    <IconButton {...props} sx={{ marginInline: `${OUTDENT_PX}px ${INDENT_PX}px` }}>
      <BackIcon />
    </IconButton>
  );
}
