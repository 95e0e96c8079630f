import type { Plugin, Rolldown } from 'vite';

interface Replacement {
  readonly name: string;
  /** The module, in a package. */
  readonly module: RegExp;
  /** What the build takes in its place. */
  readonly code: string;
}

/** Builds with a module of ours in a package's place. A build that does not find it stops, so that an update of the package is seen. */
const replaced = ({ name, module, code }: Replacement): Plugin => {
  let isFound = false;
  return {
    name,
    apply: 'build',
    buildStart: () => {
      isFound = false;
    },
    load: {
      filter: { id: module },
      handler: () => {
        isFound = true;
        return code;
      },
    },
    buildEnd: (error) => {
      if (!error && !isFound) throw new Error(`${name}: ${module} is found no more, see tools/firstVisit/unused.ts`);
    },
  };
};

/** Leaves MUI's ripple out of the build: the theme switches it off for every button, and MUI imports it all the same. */
export const withoutRipple = (): Plugin =>
  replaced({
    name: 'without-ripple',
    module: /@mui[\\/]material[\\/]ButtonBase[\\/]TouchRipple\.m?js$/,
    code: 'export default () => null;',
  });

/**
 * Leaves the theme of MUI's own out of the build, with the code that makes themes without CSS variables: it is for pages without
 * a theme, and would be computed at each start. Ours stands around everything (`src/ui/ThemeRoot.tsx`).
 */
export const withoutDefaultTheme = (): Plugin =>
  replaced({
    name: 'without-default-theme',
    module: /@mui[\\/]material[\\/]styles[\\/]defaultTheme\.m?js$/,
    code: 'export default {};',
  });

/**
 * Leaves Emotion's list of all HTML attributes out of the build. It says what a `styled('div')` hands to its element, which
 * TypeScript says too: our pieces take nothing but attributes, or name what they keep. MUI's own pieces never ask the list.
 * What MUI keeps from every element is kept here as well.
 */
export const withoutAttributeList = (): Plugin =>
  replaced({
    name: 'without-attribute-list',
    module: /@emotion[\\/]is-prop-valid[\\/]dist[\\/][^\\/]*\.esm\.js$/,
    code: 'export default (prop) => !["ownerState", "theme", "sx", "as"].includes(prop);',
  });

/**
 * Leaves out of the build what lets MUI's field of several lines grow: all our MUI fields have one line, and the items of a list
 * grow by themselves. A field of several lines would still be one, of a fixed height.
 */
export const withoutGrowingFields = (): Plugin =>
  replaced({
    name: 'without-growing-fields',
    module: /@mui[\\/]material[\\/]TextareaAutosize[\\/]TextareaAutosize\.m?js$/,
    code: 'export default "textarea";',
  });

/** A name that a component bears in developer tools. */
const NAMING = /^\w+\.displayName = "\w+";$/gm;
/** A component or context that is made by a call of React. */
const MAKING = /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm;

/** A link of the router's own framework fetches its page's data and code ahead. Without the framework it never does, and keeps all that. */
const FETCHING_AHEAD = /return shouldPrefetch && .*: link;$/m;

/**
 * Lets the router's unused parts go: its forms, its scroll restoration and its server components stay in a build for nothing but
 * their names, and for calls that are not marked as having no effect; and its links keep what only a framework around them uses.
 */
export const withoutRouterParts = (): Plugin => {
  let isFound = false;
  let isLinkFound = false;
  return {
    name: 'without-router-parts',
    apply: 'build',
    buildStart: () => {
      isFound = false;
      isLinkFound = false;
    },
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]/, code: NAMING },
      handler: (code) => {
        isFound = true;
        isLinkFound ||= FETCHING_AHEAD.test(code);
        // No line moves, so the map of the sources stays true.
        const lean = code
          .replace(NAMING, '')
          .replace(MAKING, '$1/* @__PURE__ */ $2')
          .replace(FETCHING_AHEAD, 'return link;');
        return { code: lean, map: null };
      },
    },
    buildEnd: (error) => {
      if (!error && !(isFound && isLinkFound))
        throw new Error('the router names or draws its parts otherwise: see tools/firstVisit/unused.ts');
    },
  };
};

/** Emotion's bundle imports it and uses nothing of it. */
export const importedForNothing: Rolldown.TreeshakingOptions = {
  moduleSideEffects: [{ test: /[\\/]hoist-non-react-statics[\\/]/, sideEffects: false }],
};
