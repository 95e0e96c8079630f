import { createContext, useContext } from 'react';

/** The place of a page: alone in the window, or in one of two panes. */
export type Pane = 'only' | 'overview' | 'detail';

export const PaneContext = createContext<Pane>('only');

export const usePane = (): Pane => useContext(PaneContext);
