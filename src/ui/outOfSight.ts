/**
 * Leaves what is out of sight out of the layout, which a list of hundreds of rows needs to open at once.
 * @param size what it takes up meanwhile, until it was seen
 *
 * WebKit (2.50) does not get the option: a row that was added with the caret in it stayed blank for good once the caret had gone
 * on, and the focus went to rows out of sight without scrolling to them. It is told apart by what it lacks for this anyway:
 * without scroll anchoring, rows that turn out higher than they were taken for move what one looks at.
 */
export const outOfSight = (size: string) =>
  ({
    '@supports (overflow-anchor: auto)': { contentVisibility: 'auto', containIntrinsicSize: `auto ${size}` },
  }) as const;
