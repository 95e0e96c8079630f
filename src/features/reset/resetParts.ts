/** What sets a forgotten password anew, as one part of the program: few need it, and whoever does needs both. */
export { ForgotDialog } from './ForgotDialog';
export { ResetPage } from './ResetPage';
