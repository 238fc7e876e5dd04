import type { InferredKey } from './inferred-key.js';

/** Words of descriptions that say nothing of what is asked. */
const common: ReadonlySet<string> = new Set(
  [
    'about also been being best date does from have having into kind like likes most much only other person persons people',
    'prefer preferred prefers said says some that their them then there these they this those user users value want wants',
    'the and any are but can did for how its not off one our out she him her his was who why day time date last what',
    'when where whether which while will with would your yours caller client customer patient have has had',
  ].flatMap((words) => words.split(' ')),
);

/** The words of its name and description that tell what a key is about, in their stems. */
export function topicOf({ key, description }: InferredKey): ReadonlySet<string> {
  const words = wordsOf(`${key} ${description}`).filter((word) => word.length > 2 && !common.has(word));
  return new Set(words.map(stem));
}

export function mentions(topic: ReadonlySet<string>, text: string): boolean {
  return wordsOf(text).some((word) => topic.has(stem(word)));
}

/** Whether the text names the value as whole words, and does not deny it. */
export function namedIn(value: string, text: string): boolean {
  const wanted = wordsOf(value);
  const words = wordsOf(text);
  return words.some(
    (_word, at) =>
      wanted.length > 0 &&
      wanted.every((word, index) => words[at + index] === word) &&
      !words.slice(Math.max(0, at - 3), at).some((word) => denials.has(word)),
  );
}

const denials: ReadonlySet<string> = new Set(
  "no not never without don't doesn't isn't aren't can't won't haven't hasn't cannot neither instead".split(
    ' ',
  ),
);

/** Whether a statement says that something does not hold. */
export function isDenied(text: string): boolean {
  return wordsOf(text).some((word) => denials.has(word));
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? []
  );
}

/** Plurals and forms of verbs count as one word. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ings?|ed|es|s|e)$/, '') : word;
}
