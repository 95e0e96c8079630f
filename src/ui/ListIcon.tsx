import { memo } from 'react';
import airplane from './listIcons/airplane.svg';
import blueCar from './listIcons/blue_car.svg';
import cat from './listIcons/cat.svg';
import dog from './listIcons/dog.svg';
import hibiscus from './listIcons/hibiscus.svg';
import house from './listIcons/house.svg';
import paperclip from './listIcons/paperclip.svg';
import pill from './listIcons/pill.svg';
import pizza from './listIcons/pizza.svg';
import steak from './listIcons/steak.svg';
import tomato from './listIcons/tomato.svg';

const SOURCES: ReadonlyMap<string, string> = new Map([
  ['airplane', airplane],
  ['blue_car', blueCar],
  ['cat', cat],
  ['dog', dog],
  ['hibiscus', hibiscus],
  ['house', house],
  ['paperclip', paperclip],
  ['pill', pill],
  ['pizza', pizza],
  ['steak', steak],
  ['tomato', tomato],
]);

/** The address of an icon; of the tomato for an unknown name. */
export const iconAddress = (name: string): string => SOURCES.get(name) ?? tomato;

interface ListIconProps {
  /** An icon's name; an unknown one shows the tomato. */
  readonly name: string;
  /** Width and height in px. */
  readonly size?: number;
}

/**
 * The icon of a list. It is decorative, because the text beside it names the list. `memo`, because a card is drawn again with
 * each key typed in its list.
 */
export const ListIcon = memo(function ListIcon({ name, size = 28 }: ListIconProps) {
  return (
    <img
      src={iconAddress(name)}
      alt=""
      width={size}
      height={size}
      draggable={false}
      style={{ flexShrink: 0, display: 'block' }}
      data-icon={SOURCES.has(name) ? name : 'tomato'}
    />
  );
});
