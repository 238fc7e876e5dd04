import { looked, normalized } from '../words/tokens.js';
import { emptyNegation, englishDangers, englishHarmless, negationBefore, now, past } from './english.js';
import { otherLanguages, type OtherLanguage } from './other-languages.js';
import { spelled } from './phrases.js';

/** The language in which a text tells of danger to a life; null where it tells of none. */
export function dangerIn(text: string): 'english' | OtherLanguage | null {
  const known = heard.get(text);
  if (known !== undefined) return known;
  const danger = look(looked(text));
  if (heard.size >= maxHeard) heard.clear();
  heard.set(text, danger);
  return danger;
}

/** A turn asks several times about the same text. */
const heard = new Map<string, 'english' | OtherLanguage | null>();
const maxHeard = 500;

function look(text: string): 'english' | OtherLanguage | null {
  const sentences = normalized(text).split(/[.!?;\n]+/);
  if (sentences.some(tellsOfDanger)) return 'english';
  const words = sentences.map(spelled);
  const languages = Object.keys(otherLanguages) as OtherLanguage[];
  return (
    languages.find((language) => words.some((one) => finds(otherLanguages[language].dangers, one))) ?? null
  );
}

function tellsOfDanger(sentence: string): boolean {
  const whole = spelled(sentence);
  const isPast = finds(past, whole) && !finds(now, whole);
  if (isPast) return false;
  return sentence.split(/,|:|\b(?:but|and|because|then|although)\b|\(|\)| - /).some((clause) => {
    const words = spelled(clause)
      .replace(englishHarmless, ' ')
      .replace(emptyNegation, ' ')
      .replaceAll(/ +/g, ' ');
    return [...words.matchAll(englishDangers)].some(
      ({ index, 0: found }) => startsWithNegation.test(found) || !negationBefore.test(words.slice(0, index)),
    );
  });
}

/** "Not breathing": the negation belongs to the danger. */
const startsWithNegation = /^(?:can't|isn't|don't|won't|not|no|never|hasn't|nothing)\b/;

function finds(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}
