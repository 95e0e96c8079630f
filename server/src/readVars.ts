import { isOrigin } from './origin';

/** The environment, as Node gives it. */
export type Vars = Readonly<Record<string, string | undefined>>;

/** Reads settings of a kind, and collects what is wrong with them. A wrong setting has its default. */
export interface VarReader {
  /** What is wrong so far, in the order of reading. */
  readonly problems: string[];
  /** The text without space around it; '' if the setting is missing. */
  text(name: string): string;
  wholeNumber(name: string, fallback: number, least: number, most: number): number;
  /** A setting that is `on` or `off`. */
  flag(name: string, fallback: boolean): boolean;
  /** Origins, divided by commas. */
  origins(name: string): readonly string[];
  /** A setting that is read only beside another one is a problem alone. */
  needs(name: string, other: string): void;
}

export const readVars = (vars: Vars): VarReader => {
  const problems: string[] = [];
  const text = (name: string): string => vars[name]?.trim() ?? '';

  return {
    problems,
    text,
    wholeNumber: (name, fallback, least, most) => {
      const given = text(name);
      if (given === '') return fallback;
      const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
      if (value >= least && value <= most) return value;
      problems.push(`${name} must be a whole number from ${least} to ${most}, not "${given}"`);
      return fallback;
    },
    flag: (name, fallback) => {
      const given = text(name).toLowerCase();
      if (given === '') return fallback;
      if (given === 'on' || given === 'off') return given === 'on';
      problems.push(`${name} must be on or off, not "${given}"`);
      return fallback;
    },
    origins: (name) => {
      const given = text(name)
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      for (const origin of given.filter((part) => !isOrigin(part))) {
        problems.push(`${name} must hold origins such as https://listy.example, not "${origin}"`);
      }
      return given;
    },
    needs: (name, other) => {
      if (text(name) !== '' && text(other) === '') {
        problems.push(`${name} has no use without ${other}, which is not set`);
      }
    },
  };
};
