import type { Scene } from '@svc/engine';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;
const dayMs = 24 * 60 * 60 * 1_000;

/** `YYYY-MM-DD` of a day as it is told, seen from the day of the turn; null where rules can't tell which it is. */
export function isoDate(told: string, { startedAtMs, utcOffsetMinutes = 0 }: Scene): string | null {
  const text = told.toLowerCase();
  const written = /\d{4}-\d\d-\d\d/.exec(text)?.[0];
  if (written !== undefined) return written;
  const dated = dayOfMonth(text);
  if (dated !== null) return nextDate(dated, startedAtMs + utcOffsetMinutes * 60_000);
  const today = startedAtMs + utcOffsetMinutes * 60_000;
  const inDays = (days: number): string => new Date(today + days * dayMs).toISOString().slice(0, 10);
  if (/day after tomorrow/.test(text)) return inDays(2);
  if (/tomorrow/.test(text)) return inDays(1);
  if (/today|tonight/.test(text)) return inDays(0);
  const weekday = weekdays.findIndex((name) => new RegExp(`\\b${name.slice(0, 3)}`).test(text));
  if (weekday < 0) return null;
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  return inDays(ahead === 0 ? 7 : ahead);
}

interface DayOfMonth {
  readonly day: number;
  /** From 0. */
  readonly month: number;
  /** Null: the next one. */
  readonly year: number | null;
}

/** "12 March 1980", "the 3rd of May", "March 12th". */
function dayOfMonth(text: string): DayOfMonth | null {
  const month = months.findIndex((name) => new RegExp(`\\b${name}\\b`).test(text));
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(text)?.[1];
  if (month < 0 || day === undefined) return null;
  const year = /\b\d{4}\b/.exec(text)?.[0];
  return { day: Number(day), month, year: year === undefined ? null : Number(year) };
}

/** Null: there is no such day. */
function nextDate({ day, month, year }: DayOfMonth, todayMs: number): string | null {
  const today = new Date(todayMs);
  const date = new Date(Date.UTC(year ?? today.getUTCFullYear(), month, day));
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return null;
  const text = date.toISOString().slice(0, 10);
  if (year !== null || text >= today.toISOString().slice(0, 10)) return text;
  return nextDate({ day, month, year: today.getUTCFullYear() + 1 }, todayMs);
}

/** `HH:MM`; null where rules can't tell it. */
export function clockTime(told: string): string | null {
  const text = told.toLowerCase();
  if (text.includes('noon') && !text.includes('afternoon')) return '12:00';
  const found = /(\d{1,2})(?:[:.](\d\d))?\s*([ap])?/.exec(text);
  if (found === null) return null;
  const [, hour = '', minute = '00', half] = found;
  const isLate = half === 'p' || /afternoon|evening/.test(text);
  const hours =
    Number(hour) === 12 ? (half === 'a' ? 0 : 12) : Number(hour) + (isLate && Number(hour) < 12 ? 12 : 0);
  return hours > 23 || Number(minute) > 59 ? null : `${String(hours).padStart(2, '0')}:${minute}`;
}
