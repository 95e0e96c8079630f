import { isOrigin } from '../server/src/origin.ts';

/** What is wrong with the settings of the build: everything, not only the first. */
export const settingProblems = (vars: Readonly<Record<string, string>>): readonly string[] => {
  const text = (name: string): string => vars[name]?.trim() ?? '';
  const problemOf = (name: string, isRight: (value: string) => boolean, wanted: string): readonly string[] => {
    const value = text(name);
    return value === '' || isRight(value) ? [] : [`${name} must be ${wanted}, not "${value}"`];
  };
  const isSwitch = (value: string): boolean => value === 'on' || value === 'off';
  return [
    ...problemOf('VITE_API_URL', isOrigin, 'an origin such as https://provider.example'),
    ...problemOf('VITE_DIFF_MODE', isSwitch, 'on or off'),
    ...problemOf('VITE_POSTHOG_HOST', isOrigin, 'an origin such as https://eu.i.posthog.com'),
    ...problemOf('VITE_POSTHOG_RECORDING', isSwitch, 'on or off'),
  ];
};
