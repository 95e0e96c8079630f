/**
 * Which form of PATCH the provider accepts in diff mode: several rows in an array, one record, or none. Learned from
 * its answers and remembered for the session.
 */
export interface PatchForm {
  current: 'array' | 'record' | 'none';
}

export const newPatchForm = (): PatchForm => ({ current: 'array' });
