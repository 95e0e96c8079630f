import type { Plugin, Rolldown } from 'vite';

const RIPPLE = /@mui[\\/]material[\\/]ButtonBase[\\/]TouchRipple\.m?js$/;

/**
 * Leaves MUI's ripple out of the build: the theme switches it off for every button, and MUI imports it all the same.
 * A build that does not find it stops, so that an update of MUI is seen.
 */
export const withoutRipple = (): Plugin => {
  let isFound = false;
  return {
    name: 'without-ripple',
    apply: 'build',
    buildStart: () => {
      isFound = false;
    },
    load: {
      filter: { id: RIPPLE },
      handler: () => {
        isFound = true;
        return 'export default () => null;';
      },
    },
    buildEnd: (error) => {
      if (!error && !isFound) throw new Error('MUI keeps its ripple elsewhere: see tools/firstVisit/unused.ts');
    },
  };
};

/** Emotion's bundle imports it and uses nothing of it. */
export const importedForNothing: Rolldown.TreeshakingOptions = {
  moduleSideEffects: [{ test: /[\\/]hoist-non-react-statics[\\/]/, sideEffects: false }],
};
