import type { Scene } from '@svc/engine';
import type { Detail } from './details.js';

/** When the agent's business is open, as its texts say: days from 0 for Sunday, hours of the day. */
export interface OpeningHours {
  readonly days: ReadonlySet<number> | null;
  readonly hours: readonly [from: number, to: number] | null;
}

const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const numbers = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'.split('|');
const day = '(mon|tue|wed|thu|fri|sat|sun)\\p{L}*';
const hour = `(\\d{1,2}|${numbers.join('|')})(?:[:.]\\d\\d)?( ?[ap]\\.?m\\b| in the (?:morning|afternoon|evening))?`;
const to = ' ?(?:-|–|to|till|until|through) ?';

const dayRange = new RegExp(`\\b${day}${to}${day}`, 'iu');
const hourRange = new RegExp(`\\b(?:from )?${hour}${to}${hour}`, 'iu');

/** From the sentences of a background or graph that say when it is open. */
export function openingHours({ agent, graph }: Pick<Scene, 'agent' | 'graph'>): OpeningHours {
  const text = [agent.background, graph.description, ...graph.boundaryConstraints]
    .join('\n')
    .slice(0, 10_000);
  const sentence = text
    .split(/(?<=[.!?])\s|\n/)
    .find((one) => /\b(?:open|opens|hours)\b/i.test(one) && dayRange.test(one));
  if (sentence === undefined) return { days: null, hours: null };
  const [, first = '', last = ''] = dayRange.exec(sentence) ?? [];
  const range = hourRange.exec(sentence.replace(dayRange, ''));
  return {
    days: daysFrom(names.indexOf(first.toLowerCase()), names.indexOf(last.toLowerCase())),
    hours:
      range === null
        ? null
        : [hourOf(range[1] ?? '', range[2]), afternoon(hourOf(range[3] ?? '', range[4]), range)],
  };
}

function daysFrom(first: number, last: number): ReadonlySet<number> {
  const length = ((last - first + 7) % 7) + 1;
  return new Set(Array.from({ length }, (_, place) => (first + place) % 7));
}

function hourOf(text: string, half: string | undefined): number {
  const number = numbers.includes(text.toLowerCase())
    ? numbers.indexOf(text.toLowerCase()) + 1
    : Number(text);
  return /p|afternoon|evening/i.test(half ?? '') && number < 12 ? number + 12 : number;
}

/** "Eight to five" ends in the afternoon. */
function afternoon(end: number, range: readonly (string | undefined)[]): number {
  return end <= hourOf(range[1] ?? '', range[2]) ? end + 12 : end;
}

/** Whether a day or a time is certainly outside of the opening hours. */
export function isClosed(
  { kind, text }: Detail,
  opening: OpeningHours,
  scene: Pick<Scene, 'startedAtMs' | 'user'>,
): boolean {
  if (kind === 'day' && opening.days !== null) {
    const asked = weekdaysOf(text.toLowerCase(), scene);
    return asked.length > 0 && asked.every((one) => opening.days?.has(one) !== true);
  }
  if (kind === 'time' && opening.hours !== null) {
    const [from, until] = opening.hours;
    const asked = hoursOf(text.toLowerCase());
    return asked.length > 0 && asked.every((one) => one < from || one >= until);
  }
  return false;
}

const dayMs = 86_400_000;

function weekdaysOf(
  text: string,
  { startedAtMs, user }: Pick<Scene, 'startedAtMs' | 'user'>,
): readonly number[] {
  if (text.includes('weekend')) return [6, 0];
  const today = new Date(startedAtMs);
  if (text.includes('after tomorrow')) return [weekdayOf(startedAtMs + 2 * dayMs, user.timezone)];
  if (text.includes('tomorrow')) return [weekdayOf(startedAtMs + dayMs, user.timezone)];
  if (/today|tonight/.test(text)) return [weekdayOf(startedAtMs, user.timezone)];
  const named = names.findIndex((name) => new RegExp(`\\b${name}`).test(text));
  if (named >= 0 && !/\d/.test(text)) return [named];
  const date = Date.parse(
    /\d{4}-/.test(text)
      ? text
      : `${text.replaceAll(/on |the |of |(?<=\d)(?:st|nd|rd|th)/g, '')} ${today.getUTCFullYear()} UTC`,
  );
  return Number.isNaN(date) || !/\d{4}-|[a-z]{3}/.test(text) ? [] : [new Date(date).getUTCDay()];
}

function weekdayOf(atMs: number, timeZone: string | null): number {
  try {
    const name = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: timeZone ?? 'UTC' }).format(
      atMs,
    );
    return names.indexOf(name.toLowerCase());
  } catch {
    return new Date(atMs).getUTCDay();
  }
}

/** Hours that a text may mean: "at 5" is early or late. */
function hoursOf(text: string): readonly number[] {
  if (/midnight|at night|tonight/.test(text) && !/\d/.test(text)) return [0];
  const [, number = '', half] =
    new RegExp(
      `(\\d{1,2}|${numbers.join('|')})(?:[:.]\\d\\d)?( ?[ap]\\.?m\\b| in the (?:morning|afternoon|evening)| at night)?`,
      'i',
    ).exec(text) ?? [];
  if (number === '') return [];
  const named = hourOf(number, half);
  if (half !== undefined || named > 12)
    return [/night/.test(half ?? '') && named < 12 ? named + 12 : named % 24];
  return [named, (named + 12) % 24];
}
