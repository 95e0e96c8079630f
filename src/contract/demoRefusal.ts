/** The server's message when the demo account asks for something that it must not do. */
export const DEMO_REFUSAL = 'The demo account cannot do this';
