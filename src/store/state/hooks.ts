import { useDispatch, useSelector, useStore } from 'react-redux';
import type { AppDispatch, AppStore } from './appStore';
import type { RootState } from './rootReducer';

/** Components use the store only through these typed hooks. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
/** For what a component reads once and does not follow. */
export const useAppStore = useStore.withTypes<AppStore>();
