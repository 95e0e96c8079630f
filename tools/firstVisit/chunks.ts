import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** The index of a whole package. It imports the whole package, but its importers use little of that. */
const WHOLE_PACKAGE = /node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+[\\/]index\.m?js$/;

/** Modules and all their static imports, by id, without what only the index of a whole package imports. */
const reach = (graph: Graph, starts: readonly string[]): Set<string> => {
  const found = new Set(starts);
  // A set grows while it is walked: what the imports import comes too.
  for (const id of found) {
    if (WHOLE_PACKAGE.test(id)) continue;
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
};

const group = (name: string, priority: number, isIn: (id: string, graph: Graph) => boolean) => ({
  name: (id: string, graph: Graph) => (isIn(id, graph) ? name : null),
  debugName: name,
  priority,
});

/**
 * Few files for a first visit, because each further file costs time on the network, and small files compress worse.
 * One file holds all static imports of the entry, one the other packages that the first screen of a guest needs, one what Lists
 * shares with other screens, one the session. All follow from the imports, so there is no list of packages to maintain.
 *
 * @param guest the module of the guest's screen, absolute
 * @param lists the same of Lists
 * @param session the modules that open a session
 * @param guestsMemory the module of what a guest's device stores. A guest does not fetch the session for it
 */
export const firstVisitChunks = (
  guest: string,
  lists: string,
  session: readonly string[],
  guestsMemory: string,
): Rolldown.CodeSplittingOptions => {
  const known = new Map<string, Set<string>>();
  const isReached = (id: string, graph: Graph, name: string, starts: readonly string[]): boolean => {
    const found = known.get(name) ?? reach(graph, starts);
    known.set(name, found);
    return found.has(id);
  };
  // Our own modules are shared with other screens, which should not have to fetch a guest's packages for them.
  const isOfFields = (id: string): boolean => id.includes('node_modules') || id.includes('/src/ui/');
  return {
    groups: [
      // A group also gets the imports of its modules, so the group that every page needs comes first.
      { name: 'first', priority: 3, tags: ['$initial'] },
      group('fields', 2, (id, graph) => isOfFields(id) && isReached(id, graph, 'fields', [guest])),
      { ...group('lists', 1, (id, graph) => isReached(id, graph, 'lists', [lists])), minShareCount: 2 },
      { ...group('memory', 1, (id, graph) => isReached(id, graph, 'memory', [guestsMemory])), minShareCount: 2 },
      group('session', 0, (id, graph) => isReached(id, graph, 'session', session)),
    ],
  };
};

/**
 * Tells Chromium to compile the functions of the first file while the file arrives, on a thread of its own. Otherwise it
 * compiles each at its first call, and the page waits: the first screen calls some 1,600 of them.
 */
export const compileAtOnce = ({ isEntry }: Rolldown.RenderedChunk): string =>
  isEntry ? '//# allFunctionsCalledOnLoad' : '';
