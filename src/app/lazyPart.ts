import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { LostPart } from './lostPart';

const RETRY_AFTER_MS = 500;

/** A part of the app that comes when it is needed, or earlier. */
export interface LazyPart<Props> {
  readonly Part: LazyExoticComponent<ComponentType<Props>>;
  /** Fetches it ahead of its first use; a failure here is only a prefetch that failed. */
  readonly prefetch: () => Promise<void>;
}

/** Tries a second time, because one lost packet must not cost a screen. */
const withRetry = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return load().catch((cause) => {
      throw new LostPart(String(cause), { cause });
    });
  }
};

export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> => ({
  Part: lazy(async () => ({ default: await withRetry(load) })),
  prefetch: () =>
    load().then(
      () => undefined,
      () => undefined,
    ),
});
