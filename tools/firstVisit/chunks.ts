import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** The index of a whole package. It imports the whole package, but its importers use little of that. */
const WHOLE_PACKAGE = /node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+[\\/]index\.m?js$/;

/** A module and all its static imports, by id, without what only the index of a whole package imports. */
const reach = (graph: Graph, start: string): Set<string> => {
  const found = new Set([start]);
  // A set grows while it is walked: what the imports import comes too.
  for (const id of found) {
    if (WHOLE_PACKAGE.test(id)) continue;
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
};

/**
 * Few files for a first visit, because each further file costs time on the network, and small files compress worse.
 * One file holds all static imports of the entry, one the other packages that the first screen of a guest needs, one what Lists
 * shares with other screens. All follow from the imports, so there is no list of packages to maintain.
 *
 * @param guestPage the module of the guest's screen, absolute
 * @param listsPage the same of Lists
 */
export const firstVisitChunks = (guestPage: string, listsPage: string): Rolldown.CodeSplittingOptions => {
  let guest: Set<string> | null = null;
  let lists: Set<string> | null = null;
  const isOfGuest = (id: string, graph: Graph): boolean => {
    guest ??= reach(graph, guestPage);
    // Our own modules are shared with other screens, which should not have to fetch this one's packages for them.
    return guest.has(id) && (id.includes('node_modules') || id.includes('/src/ui/'));
  };
  const isOfLists = (id: string, graph: Graph): boolean => {
    lists ??= reach(graph, listsPage);
    return lists.has(id);
  };
  return {
    groups: [
      // A group also gets the imports of its modules, so the group that every page needs comes first.
      { name: 'first', priority: 2, tags: ['$initial'] },
      { name: (id, graph) => (isOfGuest(id, graph) ? 'fields' : null), debugName: 'fields', priority: 1 },
      { name: (id, graph) => (isOfLists(id, graph) ? 'lists' : null), debugName: 'lists', minShareCount: 2 },
    ],
  };
};

/**
 * Tells Chromium to compile the functions of the first file while the file arrives, on a thread of its own. Otherwise it
 * compiles each at its first call, and the page waits: the first screen calls some 1,600 of them.
 */
export const compileAtOnce = ({ isEntry }: Rolldown.RenderedChunk): string =>
  isEntry ? '//# allFunctionsCalledOnLoad' : '';
