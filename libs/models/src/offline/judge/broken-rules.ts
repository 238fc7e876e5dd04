import type { GuardRule, GuardTask } from '@svc/engine';
import { contentTokens, tokens, type Token } from '../words/tokens.js';
import { stem } from '../words/stem.js';
import { clauseBreaks } from '../words/vocabulary.js';

/** A sentence, counted from 1, and a rule that it breaks. */
interface Broken {
  readonly sentence: number;
  readonly rule: string;
}

/** Share of what a rule forbids that a sentence must say, to break it. */
const brokenFrom = 2 / 3;

/**
 * The rules that sentences break, by their words: a sentence breaks a rule that forbids something when it says, and does not deny,
 * most of that. What a rule demands ("be polite") is not seen in words.
 */
export function brokenRules({ rules, sentences }: Pick<GuardTask, 'rules' | 'sentences'>): readonly Broken[] {
  return sentences.flatMap((text, place) => {
    const said = tokens(text);
    return rules
      .filter((rule) => isBroken(rule, said))
      .map(({ id }): Broken => ({ sentence: place + 1, rule: id }));
  });
}

function isBroken({ description }: GuardRule, said: readonly Token[]): boolean {
  const meant = new Set(said.filter(({ isNegated }) => !isNegated).map(({ stem }) => stem));
  return forbiddenIn(description).some(
    (stems) => stems.filter((stem) => meant.has(stem)).length >= stems.length * brokenFrom,
  );
}

/** What a rule forbids: of "no diagnosis, dose or promise of a refund" three things, each as its stems. */
function forbiddenIn(description: string): readonly (readonly string[])[] {
  return asNegation(description)
    .split(/[.;!?\n]+/)
    .flatMap(forbiddenInSentence)
    .filter((stems) => stems.length > 0);
}

/** How something is said does not matter where it must not be said at all. */
const sayingStems = new Set(
  'name quote discuss disclose reveal recommend suggest offer promise explain talk speak guess claim confirm comment'
    .split(' ')
    .map(stem),
);

function forbiddenInSentence(sentence: string): readonly (readonly string[])[] {
  let isForbidden = false;
  return sentence.split(/,|\b(?:or|nor|and)\b/i).map((part) => {
    const words = contentTokens(part);
    const isBegun = isForbidden;
    const isOver = tokens(part).some(({ word }) => clauseBreaks.has(word));
    isForbidden = !isOver && (isForbidden || tokens(part).some(({ isNegated }) => isNegated));
    const forbidden = isBegun && !isOver ? words : words.filter(({ isNegated }) => isNegated);
    const stems = [...new Set(forbidden.map(({ stem }) => stem))];
    const subject = stems.filter((stem) => !sayingStems.has(stem));
    return subject.length > 0 ? subject : stems;
  });
}

/** "Avoid jokes", "Refuse to guess" and "Jokes are forbidden" forbid as "Never tell jokes" does. */
function asNegation(description: string): string {
  return description
    .replaceAll(/\b(?:avoid(?:s|ing)?|refuses? to|refrains? from|(?:stay|keep)s? away from)\b/gi, 'never')
    .replaceAll(
      /([^.;\n]+?)\s+(?:is|are)\s+(?:strictly\s+)?(?:forbidden|prohibited|banned|off limits)\b/gi,
      'never $1',
    );
}
