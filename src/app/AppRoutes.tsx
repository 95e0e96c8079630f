import { type ReactNode, Suspense, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { paths } from '../features/paths';
import { GuestOnly } from '../features/session/GuestOnly';
import { RequireSession } from '../features/session/RequireSession';
import { FirstLocation } from '../features/usePageHeading';
import { listsArea, waitingLists } from './lazyComponents';

/** The screens, as the shell composes them. */
interface Screens {
  readonly guest: ReactNode;
  readonly logs: ReactNode;
  /** For guests and signed-in people: the link in a mail leads here. */
  readonly reset: ReactNode;
  readonly lists: ReactNode;
  readonly list: ReactNode;
}

const waiting = <waitingLists.Lazy />;
const toLists = <Navigate to={paths.lists} replace />;

/** Which screen belongs to which address, and who may see it. */
export function AppRoutes(screens: Screens) {
  const [first] = useState(useLocation());
  const listsAndList = (
    <RequireSession waiting={waiting}>
      <listsArea.Lazy lists={screens.lists} list={screens.list} />
    </RequireSession>
  );
  return (
    <Suspense>
      <FirstLocation value={first}>
        <Routes>
          <Route path={paths.root} element={toLists} />
          <Route path={paths.guest} element={<GuestOnly waiting={waiting}>{screens.guest}</GuestOnly>} />
          <Route path={paths.logs} element={screens.logs} />
          <Route path={paths.reset} element={screens.reset} />
          <Route path={paths.lists} element={listsAndList} />
          <Route path={paths.listPattern} element={listsAndList} />
          <Route path="*" element={toLists} />
        </Routes>
      </FirstLocation>
    </Suspense>
  );
}
