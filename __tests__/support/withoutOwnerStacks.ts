import * as React from 'react';

/**
 * React's development build makes an `Error` for each element, so that a warning can say who made it: a seventh of the time of the screens' tests.
 * It stops after 10,000 of them in a second; here the count stays above that.
 */
const key = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const internals = (React as unknown as Record<string, object>)[key] as object;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} });
