import { dayOf } from './activity-counts.js';

const dayMs = 86_400_000;
const mostDays = 366;

/** Whole days in UTC, the first and the last included: YYYY-MM-DD. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface RequestedPeriod {
  readonly days: number;
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * The days that are asked for: `from` and `to` win over `days`, which end today.
 * @returns null: the end comes before the beginning, or there are more than 366 days.
 */
export function periodOf({ days, from, to }: RequestedPeriod, nowMs: number): Period | null {
  const last = to ?? dayOf(nowMs);
  const first = from ?? dayBefore(last, days - 1);
  const length = daysBetween(first, last) + 1;
  return length < 1 || length > mostDays ? null : { from: first, to: last };
}

/** As many days, right before it. */
export function periodBefore({ from, to }: Period): Period {
  return { from: dayBefore(from, daysBetween(from, to) + 1), to: dayBefore(from, 1) };
}

/** Whether it is a day of the calendar: YYYY-MM-DD, from 1970 to 9999. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1970-01-01') return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && dayOf(ms) === text;
}

const dayBefore = (day: string, days: number): string => dayOf(Date.parse(day) - days * dayMs);
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;
