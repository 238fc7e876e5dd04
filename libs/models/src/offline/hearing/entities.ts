import type { DetailKind } from './details.js';
import { stem } from '../words/stem.js';

interface EntityRule {
  /** Words by which a condition asks for this kind of thing. */
  readonly asked: readonly string[];
  /** What such a thing looks like in a user's text, in lower case. */
  readonly looksLike: RegExp;
}

const months = 'january|february|march|april|june|july|august|september|october|november|december';
const days = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|tonight|weekend';

const rules: readonly EntityRule[] = [
  {
    asked: ['date', 'day', 'when'],
    looksLike: new RegExp(
      `\\b(${days}|${months}|(mon|tue|wed|thu|fri|sat|sun)\\b|may \\d|next (week|month)|\\d{1,2}(st|nd|rd|th)\\b|any (day|date)|asap|as (soon|early) as possible|earliest|\\d{1,2}[./-]\\d{1,2}|\\d{4}-\\d\\d-\\d\\d)`,
    ),
  },
  {
    asked: ['time', 'hour', 'when'],
    looksLike:
      /\b(\d{1,2}[:.]\d\d|\d{1,2} ?(am|pm|o'clock)|(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) o'clock|half past|noon|midnight|morning|afternoon|evening|lunch(time)?|any time|anytime|asap|as (soon|early) as possible|earliest)\b/,
  },
  {
    asked: ['number', 'amount', 'quantity', 'many', 'age'],
    looksLike: /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|dozen)\b/,
  },
  { asked: ['email', 'mail', 'address'], looksLike: /[^\s@]@[^\s@]+\.[^\s@]/ },
  { asked: ['phone', 'telephone', 'number'], looksLike: /\+?\d(?:[\s./()-]?\d){6,}/ },
  { asked: ['name'], looksLike: /\b(my name is|i am called|i'm called|call me|this is) \p{L}/u },
  { asked: ['question'], looksLike: /\?|^(who|what|when|where|which|why|how|can|could|do|does|is|are)\b/ },
];

/** Kinds that always have their look: what does not look like a date is hardly one. */
const unmistakable = new Set(
  ['date', 'day', 'time', 'hour', 'email', 'mail', 'phone', 'telephone'].map(stem),
);

export function isUnmistakable(key: string): boolean {
  return unmistakable.has(key);
}

/** Stems that an utterance answers by its look: a weekday answers `date`, a string with `@` answers `email`. */
export function answeredStems(normalizedUtterance: string): ReadonlySet<string> {
  const matching = rules.filter((rule) => rule.looksLike.test(normalizedUtterance));
  return new Set(matching.flatMap((rule) => rule.asked.map(stem)));
}

const detailStems: Readonly<Record<DetailKind, readonly string[]>> = {
  day: ['date', 'day', 'when'],
  time: ['time', 'hour', 'when'],
  phone: ['phone', 'telephone', 'number'],
  email: ['email', 'mail', 'address'],
};

/** Stems that details answer. */
export function detailStemsOf(kinds: Iterable<DetailKind>): ReadonlySet<string> {
  return new Set([...kinds].flatMap((kind) => detailStems[kind].map(stem)));
}
