import type { Scene } from '@svc/engine';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const dayMs = 24 * 60 * 60 * 1_000;

/** `YYYY-MM-DD` of a day as it is told, seen from the day of the turn; null where rules can't tell which it is. */
export function isoDate(told: string, { startedAtMs, utcOffsetMinutes = 0 }: Scene): string | null {
  const text = told.toLowerCase();
  const written = /\d{4}-\d\d-\d\d/.exec(text)?.[0];
  if (written !== undefined) return written;
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
