import type { InteractionInput } from '@svc/engine';
import { looked, lookedAtEnd, normalized } from '../words/tokens.js';
import {
  emptyNegation,
  englishDangers,
  englishHarmless,
  negationBefore,
  neverBefore,
  past,
  present,
  spokenOfBefore,
} from './english.js';
import { otherLanguages, type OtherLanguage } from './other-languages.js';
import { spelled } from './phrases.js';

/** A language in which danger is heard. */
export type HeardLanguage = 'english' | OtherLanguage;

/** The language in which an input tells of danger to a life; null where it tells of none. */
export function dangerToldIn(input: InteractionInput): HeardLanguage | null {
  if (input.kind === 'greeting' || input.kind === 'skip') return null;
  let danger = told.get(input);
  if (danger === undefined) {
    // Each by itself: a long event hides nothing that the user says.
    danger = firstIn([input.text, ...input.externalEvents], dangerIn);
    told.set(input, danger);
  }
  return danger;
}

/** A turn asks several times about its input. What was said is kept no longer than that. */
const told = new WeakMap<InteractionInput, HeardLanguage | null>();

/** The same for any text: its beginning and its end. */
export function dangerIn(text: string): HeardLanguage | null {
  return firstIn(new Set([looked(text), lookedAtEnd(text)]), look);
}

function firstIn(
  texts: Iterable<string>,
  find: (text: string) => HeardLanguage | null,
): HeardLanguage | null {
  for (const text of texts) {
    const found = find(text);
    if (found !== null) return found;
  }
  return null;
}

function look(text: string): HeardLanguage | null {
  const sentences = normalized(text).split(/[.!?;\n]+/);
  if (sentences.some(tellsOfDanger)) return 'english';
  const words = sentences.map((sentence) => spelled(sentence).replace(englishHarmless, ' '));
  const languages = Object.keys(otherLanguages) as OtherLanguage[];
  return languages.find((language) => words.some((one) => tellsOfDangerIn(language, one))) ?? null;
}

function tellsOfDangerIn(language: OtherLanguage, words: string): boolean {
  const { dangers, harmless } = otherLanguages[language];
  return finds(dangers, words.replace(harmless, ' '));
}

function tellsOfDanger(sentence: string): boolean {
  return sentence.split(/,|:|\b(?:but|and|because|then|although)\b|\(|\)| - /).some((clause) => {
    const words = spelled(clause)
      .replace(englishHarmless, ' ')
      .replace(emptyNegation, ' ')
      .replace(neverBefore, ' ')
      .replaceAll(/ +/g, ' ');
    if (finds(past, words) && !finds(present, words)) return false;
    return matchesOf(englishDangers, words).some(({ index, 0: found }) => {
      if (startsWithNegation.test(found)) return true;
      const before = words.slice(0, index);
      return !negationBefore.test(before) && !spokenOfBefore.test(before);
    });
  });
}

/** "Not breathing": the negation belongs to the danger. */
const startsWithNegation = /^(?:can't|isn't|don't|won't|not|no|never|hasn't|nothing)\b/;

/** Also those that begin within another one: that may be denied, and they not. */
function matchesOf(pattern: RegExp, words: string): readonly RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(words); match !== null; match = pattern.exec(words)) {
    matches.push(match);
    pattern.lastIndex = match.index + 1;
  }
  return matches;
}

function finds(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}
