/** The server's message when a list has all the members, or a person all the shared lists, that are allowed. */
export const FULL_REFUSAL = 'A list may have 20 members, and a person 100 shared lists';
