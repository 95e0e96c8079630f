import type { LogLine } from '../../store/state/logsSlice';
import type { selectRefusals } from '../../store/view/viewSelectors';

type Refusal = ReturnType<typeof selectRefusals>[number];

/** Local time with milliseconds, the same in every language: `10:42:07.118`. */
export const logTime = (time: number): string => {
  const date = new Date(time);
  const two = (part: number): string => String(part).padStart(2, '0');
  const ms = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
};

/** Only ids and the reason, never what people wrote. */
const refusalFacts = ({ changes, status, message }: Refusal) => ({
  collection: changes[0]?.collection ?? ('items' as const),
  id: changes[0]?.rowId ?? '',
  reason: `${status} ${message}`.trim(),
});

/** The text that `Kopiuj` copies: technical, in English, newest first. */
export const logAsText = (lines: readonly LogLine[], refusals: readonly Refusal[]): string =>
  [
    ...refusals.toReversed().map((refusal) => {
      const { collection, id, reason } = refusalFacts(refusal);
      return `${new Date(refusal.time).toISOString()} refused ${collection} ${id} ${reason}`;
    }),
    ...lines.toReversed().map(({ time, level, text }) => `${new Date(time).toISOString()} ${level} ${text}`),
  ].join('\n');
