import { styled } from '@mui/material/styles';
import { memo } from 'react';
import { ListIcon } from './ListIcon';
import { RADIUS } from './tokens';

const Tile = styled('span')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 48,
  height: 48,
  borderRadius: RADIUS.tile,
  backgroundColor: theme.vars.palette.sunken,
}));

interface ListTileProps {
  readonly name: string;
}

/** The icon of a list on a 48 px tile. */
export const ListTile = memo(function ListTile({ name }: ListTileProps) {
  return (
    <Tile>
      <ListIcon name={name} />
    </Tile>
  );
});
