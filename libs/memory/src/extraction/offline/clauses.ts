/** Part of a message in which people may say something of themselves: from "I …" or "My …" to the start of the next one. */
export interface Clause {
  readonly text: string;
  /** UTF-16 code units before it in the message. */
  readonly offset: number;
  /** Its lead says that it corrects a misunderstanding: "Actually, …". */
  readonly isCorrection: boolean;
  /** It corrects the clause just before: "Sorry, I meant …". */
  readonly isSlip: boolean;
  /** It follows a greeting: "Hi, I'm …". */
  readonly isGreeting: boolean;
}

/** Maximum sentence that these rules read, in UTF-16 code units. It bounds the work of each pattern. */
const maxSentence = 300;

/** A sentence ends at its mark, unless that is the point of a title or number, and at the end of a line. */
const sentence = /(?:[^.!?\n]|\.(?:(?=\S)|(?<=\b(?:Dr|Mr|Mrs|Ms|St|Prof)\.)))+[.!?]*/g;
/** Text in quotation marks, closed or not, and quoted lines: somebody else says it. */
const quoted = /["«`][^"»`]*["»`]?|(?<!\S)'(?=\S)[^\n]*|^[^\S\n]*>[^\n]*/gm;

/** A message that invents, quotes or jests is not taken literally. */
const frame =
  /\b(?:imagine|pretend|suppose|supposing|hypothetical\p{L}*|role-?play\p{L}*|story|novel|poem|lyrics|character|translate|for example|jok(?:e|ing)|kidding|(?:just|only) testing|not true|made (?:it|that) up|yeah,? right|oh,? (?:great|wonderful|brilliant|lovely)|sarcas\p{L}*|ironic\p{L}*|the following|lies?|lied)\b/iu;
/** A sentence with one of these is about possibilities, the past, wishes or what others say, except a doctor. */
const unsure =
  /\b(?:if|unless|whether|would|could|might|maybe|perhaps|probably|possibly|wish|hope|hoping|doubt|guess|think|thinks|thought|seems?|say|(?<!\b(?:my|the) (?:doctor|test) )says|saying|said|tells?|told|asks?|asked|claims?|claimed|believes?|wrote|writes|sings?|never|until|(?<!\bI )used to)\b/i;
/**
 * Where a clause may begin: at the start of its sentence, after a comma or after a conjunction; each with lead-in
 * words.
 */
const opening =
  /(?:^|[,;]|\s(?:and|but|because|since|so)\s)\s*(?:(?:hi|hello|hey|well|yes|yeah|no|ok|okay|oh|so|also|and|but|sorry|please|by the way|btw|remember that|note that|actually|in fact|it turns out(?: that)?|turns out(?: that)?|now|these days|i meant?|or rather|next (?:week|month|year|spring|summer|autumn|winter)|(?:my|the) (?:doctor|test) says(?: that)?)\b,?\s*){0,3}(?=(?:I|My|We|This is|Call me|every(?:body|one) calls me)\b)/gi;
const slip = /\b(?:i meant?|or rather)\b/i;
const correction = /\b(?:actually|in fact|turns out)\b/i;
const greeting = /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening))\b[^\p{L}]*(?:there[^\p{L}]*)?$/iu;

/** True for words that take back the person's last statement. */
export function takesBack(message: string): boolean {
  return /\b(?:kidding|joking|not true|made (?:it|that) up|I lied)\b/i.test(message);
}

/** The clauses of a message that can be taken literally, in order. */
export function clausesOf(message: string): readonly Clause[] {
  const text = message.replaceAll(/[‘’]/g, "'").replaceAll(/[“”„]/g, '"');
  if (frame.test(text)) return [];
  // A sentence that quotes is treated like a question.
  const unquoted = text.replaceAll(quoted, (stretch) => '?'.repeat(stretch.length));
  return [...unquoted.matchAll(sentence)].flatMap(({ 0: whole, index }) => {
    const isPlain =
      whole.length <= maxSentence && !whole.includes('?') && !unsure.test(whole) && !/\bmay\b/.test(whole);
    return isPlain ? clausesIn(unquoted, whole, index) : [];
  });
}

function clausesIn(message: string, whole: string, offset: number): readonly Clause[] {
  const openings = [...whole.matchAll(opening)];
  return openings.map(({ 0: lead, index }, nth) => {
    const begin = index + lead.length;
    const before = offset + begin > maxSentence ? '' : message.slice(0, offset + begin);
    return {
      text: whole.slice(begin, openings[nth + 1]?.index).trimEnd(),
      offset: offset + begin,
      isCorrection: correction.test(whole.slice(0, begin)),
      isSlip: slip.test(lead),
      isGreeting: greeting.test(before),
    };
  });
}
