import { useDispatch, useSelector } from 'react-redux';
import type { AppDispatch } from './appStore';
import type { RootState } from './rootReducer';

/** Components use the store only through these typed hooks. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
