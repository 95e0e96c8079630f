/** The screens for a forgotten password, loaded as one chunk: few people need them, and those need both. */
export { ForgotDialog } from './ForgotDialog';
export { ResetPage } from './ResetPage';
