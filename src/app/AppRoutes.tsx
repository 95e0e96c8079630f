import { type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { paths } from '../features/paths';
import { GuestOnly } from '../features/session/GuestOnly';
import { RequireSession } from '../features/session/RequireSession';
import { PageSkeleton } from './PageSkeleton';

/** The screens, put together by the shell. */
export interface Screens {
  readonly guest: ReactNode;
  readonly logs: ReactNode;
  readonly lists: ReactNode;
  readonly list: ReactNode;
}

const waiting = <PageSkeleton />;
const toLists = <Navigate to={paths.lists} replace />;

/** The one outlet: which screen stands at which address, and who may see it. */
export function AppRoutes({ guest, logs, lists, list }: Screens) {
  return (
    <Suspense fallback={waiting}>
      <Routes>
        <Route path={paths.root} element={toLists} />
        <Route path={paths.guest} element={<GuestOnly waiting={waiting}>{guest}</GuestOnly>} />
        <Route path={paths.logs} element={logs} />
        <Route path={paths.lists} element={<RequireSession waiting={waiting}>{lists}</RequireSession>} />
        <Route path={paths.listPattern} element={<RequireSession waiting={waiting}>{list}</RequireSession>} />
        <Route path="*" element={toLists} />
      </Routes>
    </Suspense>
  );
}
