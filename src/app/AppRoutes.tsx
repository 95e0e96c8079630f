import { type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { paths } from '../features/paths';
import { GuestOnly } from '../features/session/GuestOnly';
import { RequireSession } from '../features/session/RequireSession';
import { ListSkeleton, ListsSkeleton } from './PageSkeleton';
import { Waiting } from './Waiting';

/** The screens, put together by the shell. */
export interface Screens {
  readonly guest: ReactNode;
  readonly logs: ReactNode;
  readonly lists: ReactNode;
  readonly list: ReactNode;
}

const lists = <Waiting skeleton={<ListsSkeleton />} />;
const list = <Waiting skeleton={<ListSkeleton />} />;
const toLists = <Navigate to={paths.lists} replace />;

interface LazyProps {
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** What a guard lets through waits for its code behind the same shapes as for its data. */
const guarded = ({ waiting, children }: LazyProps) => (
  <RequireSession waiting={waiting}>
    <Suspense fallback={waiting}>{children}</Suspense>
  </RequireSession>
);

/** The one outlet: which screen stands at which address, and who may see it. */
export function AppRoutes(screens: Screens) {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path={paths.root} element={toLists} />
        <Route path={paths.guest} element={<GuestOnly waiting={lists}>{screens.guest}</GuestOnly>} />
        <Route path={paths.logs} element={screens.logs} />
        <Route path={paths.lists} element={guarded({ waiting: lists, children: screens.lists })} />
        <Route path={paths.listPattern} element={guarded({ waiting: list, children: screens.list })} />
        <Route path="*" element={toLists} />
      </Routes>
    </Suspense>
  );
}
