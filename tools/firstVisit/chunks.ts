import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** The index of a whole package: it names all there is, and whoever imports it uses little of that. */
const WHOLE_PACKAGE = /node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+[\\/]index\.m?js$/;

/** A module and all that it imports at once, by id, but for what only the index of a whole package leads to. */
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
 * Few files for a first visit: each one more waits for its turn on the way, and compresses worse alone than as a part of another.
 * One holds all that the entry imports at once, one the packages that the first screen of a guest needs besides. Both follow from
 * the imports, so there is no list of packages to keep.
 *
 * @param guestPage the module of the guest's screen, absolute
 */
export const firstVisitChunks = (guestPage: string): Rolldown.CodeSplittingOptions => {
  let guest: Set<string> | null = null;
  const isOfGuest = (id: string, graph: Graph): boolean => {
    guest ??= reach(graph, guestPage);
    // Our own modules are shared with other screens, which should not have to fetch this one's packages for them.
    return guest.has(id) && (id.includes('node_modules') || id.includes('/src/ui/'));
  };
  return {
    groups: [
      // A group takes along what its modules import, so the one that all need chooses first.
      { name: 'first', priority: 2, tags: ['$initial'] },
      { name: (id, graph) => (isOfGuest(id, graph) ? 'fields' : null), debugName: 'fields', priority: 1 },
    ],
  };
};

/**
 * Tells Chromium to compile the functions of the first file while the file arrives, on a thread of its own. Otherwise it
 * compiles each at its first call, and the page waits: the first screen calls some 1,600 of them.
 */
export const compileAtOnce = ({ isEntry }: Rolldown.RenderedChunk): string =>
  isEntry ? '//# allFunctionsCalledOnLoad' : '';
