/** The components of sharing outside the screens, loaded as one chunk, because they are needed together. */
export { InvitationCard } from './InvitationCard';
export { JoinSheet } from './JoinSheet';
export { PasteInvite } from './PasteInvite';
export { SharingNews } from './SharingNews';
