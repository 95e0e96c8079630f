import { useDispatch, useSelector } from 'react-redux';
import type { AppDispatch } from './appStore';
import type { RootState } from './rootReducer';

/** The only typed way into the store from a component. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
