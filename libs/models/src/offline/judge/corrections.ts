import type { TranscriptMessage } from '@svc/engine';
import { openQuestion } from './open-question.js';
import { answeredStems, isUnmistakable } from '../words/entities.js';
import { contentTokens, looked, normalized } from '../words/tokens.js';

const openings = [
  /^(?:(?:oh|no|well|but|wait|sorry|oops|hm+)\b[,.!\s]*)*(?:actually|rather|i meant?|correction|i was wrong|make (?:it|that)|change (?:it|that) to|not (?:on |at |the )?[\w']+,?(?: but)?)\b[,:.\s]*(.+)$/i,
  /^(?:(?:no|wait|sorry|oops)\b[,.!\s]+)+(.+)$/i,
  /^(.+?),? (?:instead|rather|not (?:on |at |the )?[\w']+)[.!\s]*$/i,
];

/**
 * The correction in a text: "Wednesday", in "Sorry, I meant Wednesday". Null when the user told nothing of this kind before, or
 * answers the current question. Kinds are recognized by their look: dates, times, numbers.
 */
export function correctionIn(said: string, earlier: readonly TranscriptMessage[]): string | null {
  const text = looked(said).trim();
  const meant = openings.flatMap((opening) => opening.exec(text)?.[1] ?? [])[0];
  if (meant === undefined || text.includes('?')) return null;
  const question = openQuestion(earlier).text;
  const asked = [...contentTokens(question).map(({ stem }) => stem), ...answeredStems(normalized(question))];
  const isAsked = kindsIn(meant).some((kind) => asked.includes(kind));
  const isNew = !earlier.some(
    (message) => message.type === 'user-message' && isOfSameKind(message.text, meant),
  );
  return isAsked || isNew ? null : meant.replace(/,? (?:please|then)\b|[.!,;\s]+$/gi, '');
}

/** Whether both look like the same kind of thing: two days, two times. */
export function isOfSameKind(one: string, other: string): boolean {
  const kinds = kindsIn(other);
  return kindsIn(one).some((kind) => kinds.includes(kind));
}

function kindsIn(text: string): readonly string[] {
  return [...answeredStems(normalized(looked(text)))].filter(isUnmistakable);
}
