import type { BrowserContext } from '@playwright/test';

/** All violations of the Content-Security-Policy by the pages of a context, and all uncaught errors. */
interface Offences {
  readonly violations: string[];
  readonly errors: string[];
}

/** Call it before the first page opens. */
export const watchOffences = async (context: BrowserContext): Promise<Offences> => {
  const offences: Offences = { violations: [], errors: [] };
  await context.exposeFunction('tellViolation', (text: string) => offences.violations.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const tell = (window as Window & { tellViolation?: (text: string) => void }).tellViolation;
      tell?.(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  context.on('console', (message) => {
    const text = message.text();
    if (/content security policy/i.test(text)) offences.violations.push(text);
  });
  context.on('weberror', (error) => offences.errors.push(String(error.error())));
  return offences;
};
