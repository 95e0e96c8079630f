import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type Capabilities, NO_CAPABILITIES } from '../../contract/capabilities';

interface CapabilitiesState {
  /** What the provider offers: its answer in this session, or until then its last stored answer. */
  offered: Capabilities;
  /** The provider has answered in this session. */
  isKnown: boolean;
}

const initialState: CapabilitiesState = { offered: NO_CAPABILITIES, isKnown: false };

const capabilitiesSlice = createSlice({
  name: 'capabilities',
  initialState,
  reducers: {
    capabilitiesLoaded: (_state, { payload }: PayloadAction<Capabilities>) => ({ offered: payload, isKnown: true }),
  },
  selectors: {
    selectCapabilities: (state) => state.offered,
    selectIsProviderKnown: (state) => state.isKnown,
  },
});

export const { capabilitiesLoaded } = capabilitiesSlice.actions;
export const { selectCapabilities, selectIsProviderKnown } = capabilitiesSlice.selectors;
export const capabilitiesReducer = capabilitiesSlice.reducer;
