/** What of sharing is drawn beside the screens, as one part of the program: whoever needs one soon needs the others. */
export { InvitationCard } from './InvitationCard';
export { JoinSheet } from './JoinSheet';
export { PasteInvite } from './PasteInvite';
export { SharingNews } from './SharingNews';
