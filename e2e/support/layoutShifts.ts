import type { Page } from '@playwright/test';

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

interface Shifts {
  /** The sum of all shifts that no input of the last 500 ms explains; stricter than CLS, which takes the worst five seconds. */
  total: number;
  /** Cumulative Layout Shift as browsers report it: the worst session window, of gaps under 1 s and at most 5 s long. */
  cls: number;
  /** What moved, and how far, in the order it happened. */
  worst: string;
}

declare global {
  interface Window {
    shifts?: Shifts;
  }
}

/** Adds up every shift of the page from the next load on. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shifts = { total: 0, cls: 0, worst: '' };
    window.shifts = shifts;
    const GAP_MS = 1000;
    const WINDOW_MS = 5000;
    const current = { sum: 0, start: Number.NEGATIVE_INFINITY, end: Number.NEGATIVE_INFINITY };
    const count = ({ value, startTime }: PerformanceEntry & { readonly value: number }): void => {
      const isInWindow = startTime - current.end < GAP_MS && startTime - current.start < WINDOW_MS;
      if (!isInWindow) Object.assign(current, { sum: 0, start: startTime });
      current.sum += value;
      current.end = startTime;
      shifts.cls = Math.max(shifts.cls, current.sum);
    };
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element
        ? `${element.tagName} ${element.id || element.className} ${element.textContent?.slice(0, 30)}`
        : '?';
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        shifts.total += entry.value;
        count(entry);
        shifts.worst += `${entry.value.toFixed(4)} (${entry.sources.map(({ node }) => nameOf(node)).join('; ')}) `;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const shiftsOf = (page: Page): Promise<Shifts> =>
  page.evaluate(() => {
    if (!window.shifts) throw new Error('nobody watches');
    return window.shifts;
  });
