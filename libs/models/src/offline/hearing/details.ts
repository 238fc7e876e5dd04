import { LRUCache } from 'lru-cache';

const months = 'january|february|march|april|may|june|july|august|september|october|november|december';
const weekday =
  '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|tues?|wed|thu|thurs?|fri)|(?<=(?:on|this|next) )(?:sat|sun))';

/** What can be told by its look, wherever it stands in a text. */
export type DetailKind = 'day' | 'time' | 'phone' | 'email';

const looks: Readonly<Record<DetailKind, RegExp>> = {
  email: /[^\s@<>“”"]+@[^\s@]+\.[\p{L}\p{N}-]*[\p{L}\p{N}]/gu,
  phone: /(?<![\d-])(?!\d{4}-\d\d-\d\d\b)\+?\d(?:[\s./()-]{0,2}\d){6,}/g,
  time: /\b(?:(?:at |around |after |before )?(?:\d{1,2}[:.]\d\d(?: ?[ap]\.?m\b)?|\d{1,2} ?(?:[ap]\.?m\b|o'clock)|(?:half past |quarter (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: o'clock| ?[ap]m\b)|half past \w+)(?: (?:in the (?:morning|afternoon|evening)|at night))?|at \d{1,2}\b(?![\d.:]| \p{L}+ (?:lane|street|road))|(?:in the |late |early )?(?:mornings?|afternoons?|evenings?)|noon|midnight|at night|tonight|lunch ?time|any ?time)\b/giu,
  day: new RegExp(
    `\\b(?:on |this |next |by )?(?:(?:the )?day after tomorrow|${weekday}\\b|today|tomorrow|tonight|(?:the )?weekend|\\d{4}-\\d\\d-\\d\\d|(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${months})(?:,? \\d{4})?|(?:${months}) \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|the \\d{1,2}(?:st|nd|rd|th)|\\d{1,2}(?:st|nd|rd|th)|\\d{1,2}[./]\\d{1,2}\\.?|(?:this|next) (?:week|month)|any ?day|as (?:soon|early) as possible|asap)(?![\\p{L}\\p{N}])`,
    'giu',
  ),
};

/** A date of birth is no day on which something is to happen. */
export function isOfBirth(text: string): boolean {
  return /\b(?:born|birth(?:day|date)?|dob)\b/i.test(text);
}

export interface Detail {
  readonly kind: DetailKind;
  readonly text: string;
}

/** What users said is looked at again in every turn of their conversation. */
const known = new LRUCache<string, readonly Detail[]>({ max: 2_000 });

/** Details of a text; of each kind the last one that is not refused: Wednesday, in "not Tuesday, Wednesday". */
export function detailsIn(text: string): readonly Detail[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const details = detailsOf(text);
  known.set(text, details);
  return details;
}

function detailsOf(text: string): readonly Detail[] {
  let rest = text;
  const details: Detail[] = [];
  for (const [kind, look] of Object.entries(looks) as [DetailKind, RegExp][]) {
    const found = [...rest.matchAll(look)].filter(
      ({ index }) => !/\b(?:not|no longer|can't(?: do)?|except) (?:on |at )?$/i.test(rest.slice(0, index)),
    );
    const last = found.at(-1)?.[0].trim();
    if (last !== undefined) details.push({ kind, text: last });
    // Digits of a phone number are no time.
    if (kind === 'phone' || kind === 'email') rest = rest.replaceAll(look, ' ');
  }
  return details;
}

/** All that looks like details of one kind is replaced. */
export function withDetail(text: string, kind: DetailKind, replacement: string): string {
  return text.replaceAll(looks[kind], replacement);
}
