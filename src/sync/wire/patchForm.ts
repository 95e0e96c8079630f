/**
 * How the provider takes the updates of diff mode: several rows in one array, one record at a time, or no PATCH at all. Learned
 * from its answers and remembered for the session.
 */
export interface PatchForm {
  current: 'array' | 'record' | 'none';
}

export const newPatchForm = (): PatchForm => ({ current: 'array' });
