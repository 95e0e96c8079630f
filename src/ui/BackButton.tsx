import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { ElementType } from 'react';
import { ChevronLeftOutlined } from './icons/ChevronLeftOutlined';

/** Moves the button outwards, so that its icon, not its edge, aligns with the column. */
export const OUTDENT_PX = -12;

/** The chevron does not fill its button, so the next element moves closer. */
const INDENT_PX = -6;

const BackIcon = styled(ChevronLeftOutlined)({ fontSize: '1.875rem', '&:dir(rtl)': { transform: 'scaleX(-1)' } });

/** The back button of a header: a button, or a link when `component` says so. */
export function BackButton<Root extends ElementType = 'button'>(props: IconButtonProps<Root, { component?: Root }>) {
  return (
    <IconButton {...props} sx={{ marginInline: `${OUTDENT_PX}px ${INDENT_PX}px` }}>
      <BackIcon />
    </IconButton>
  );
}
