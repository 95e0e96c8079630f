/** The icons of lists, in the order of the picker. */
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

/** The icon for a stored name. An unknown name (another client, a later release) gives the default icon. */
export const asIconName = (text: string): IconName => ICONS.find((name) => name === text) ?? DEFAULT_ICON;
