import { resetLink } from '../../src/contract/resetLink';
import type { Mail } from './mailer';

type MailLanguage = 'pl' | 'en';

const TEXTS: Readonly<Record<MailLanguage, (link: string) => Omit<Mail, 'to'>>> = {
  pl: (link) => ({
    subject: 'Listy: nowe hasło',
    text: `Ktoś poprosił o nowe hasło do Twojego konta w Listach. Ustawisz je tutaj:

${link}

Link działa przez godzinę i tylko raz. Jeśli to nie Ty, nic nie rób: hasło zostaje bez zmian.
`,
  }),
  en: (link) => ({
    subject: 'Listy: new password',
    text: `Somebody asked for a new password for your Listy account. Set it here:

${link}

The link works for one hour, and once. If it was not you, do nothing: your password stays as it is.
`,
  }),
};

/** The weight of one entry of `Accept-Language`, such as `en-GB;q=0.8`. */
const weighed = (part: string): { readonly tag: string; readonly weight: number } => {
  const [tag = '', ...options] = part.split(';').map((word) => word.trim().toLowerCase());
  const weight = options.find((option) => option.startsWith('q='));
  return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
};

/** Polish, unless English has a higher weight. */
export const mailLanguage = (acceptLanguage = ''): MailLanguage => {
  const known = acceptLanguage
    .split(',')
    .map(weighed)
    .filter(({ tag, weight }) => weight > 0 && /^(pl|en)(-|$)/.test(tag))
    .sort((one, other) => other.weight - one.weight);
  return known[0]?.tag.startsWith('en') ? 'en' : 'pl';
};

/** The mail with the reset link. */
export const resetMail = (to: string, publicUrl: string, code: string, language: MailLanguage): Mail => ({
  to,
  ...TEXTS[language](resetLink(publicUrl, code)),
});
