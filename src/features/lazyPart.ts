import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { fetchChunk } from '../device/fetchChunk';

/**
 * A component inside a screen that is loaded when it is first rendered. A chunk that is lost on the way is fetched once
 * more, and the page reloads if it is gone. Otherwise one lost dialog would take the whole app off the screen.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await fetchChunk(load) }));
