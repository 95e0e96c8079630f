/** The pictures a list can carry, in the order of the picker. */
export const ICONS = [
  'airplane',
  'blue_car',
  'cat',
  'dog',
  'hibiscus',
  'house',
  'paperclip',
  'pill',
  'pizza',
  'steak',
  'tomato',
] as const;

export type IconName = (typeof ICONS)[number];

export const DEFAULT_ICON = 'tomato' satisfies IconName;

/** A stored icon as one we can show: text we do not know (another client, a later release) shows the default. */
export const asIconName = (text: string): IconName => ICONS.find((name) => name === text) ?? DEFAULT_ICON;
