import { styled, type Theme } from '@mui/material/styles';
import { ListIcon } from './ListIcon';
import { RADIUS } from './tokens';

/** Also for cards, which have elements without components of their own. */
export const tileStyles = (theme: Theme) => ({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 48,
  height: 48,
  borderRadius: RADIUS.tile,
  backgroundColor: theme.vars.palette.sunken,
});

const Tile = styled('span')(({ theme }) => tileStyles(theme));

interface ListTileProps {
  readonly name: string;
}

/** The icon of a list on a 48 px tile. */
export function ListTile({ name }: ListTileProps) {
  return (
    <Tile>
      <ListIcon name={name} />
    </Tile>
  );
}
