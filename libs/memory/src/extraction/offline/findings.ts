import type { Fact } from '../../domain/user-model/fact.js';
import type { Clause } from './clauses.js';
import { medicinesIn } from './medicine.js';
import { deedsIn, thingsIn } from './phrases.js';
import { rules, type Rule } from './rules.js';

/** What a clause says of the person who speaks. */
export interface Finding {
  readonly content: string;
  readonly fact: Fact;
  /** Says that the fact does not hold, without saying that it ever did: enough to take it back, too little to keep. */
  readonly isDenial: boolean;
}

/** A rule holds at the beginning of a clause, unless its pattern says itself where it does. */
const compiled = rules.map((rule) => {
  const beginning = /^[\\^]/.test(rule[0]) ? '' : '^(?:Hi! )?';
  return [new RegExp(`${beginning}${rule[0]}`, 'gu'), rule] as const;
});

/** @returns in the order of the rules; several may fit */
export function findingsIn({ text, isGreeting, isCorrection }: Clause): readonly Finding[] {
  const greeted = isGreeting ? `Hi! ${text}` : text;
  return compiled.flatMap(([pattern, rule]) =>
    [...greeted.matchAll(pattern)].flatMap((match) => readings(rule, match, isCorrection)),
  );
}

function readings([, about, value, content]: Rule, match: RegExpExecArray, isCorrection: boolean) {
  const [whole] = match;
  const rest = match.input.slice(match.index + whole.length);
  const hasEnded = /\b(?:longer|stopped|quit)\b/.test(whole) || /\b(?:any ?more|any longer)\b/.test(rest);
  const isDenial = value === 'no' && !hasEnded && !isCorrection && !/\b(?:after all|now)\b/.test(rest);
  return namedIn(rest, content).map((words): Finding => {
    const fill = (template: string) =>
      template
        .replace(/\{([^|}]+)\|([^|}]+)\}/, hasEnded ? '$1' : '$2')
        .replaceAll(/\{(\w+)\}/g, (_, key: string) => match[Number(key)] ?? words[key] ?? '');
    const [attribute = '', which = null] = about.split(': ');
    const item = which === null ? null : fill(which).replace(/^(?:the|an?|to) /i, '');
    const said = fill(content).replace(/\bto to\b/, 'to');
    const sentence = `${said.slice(0, 1).toUpperCase()}${said.slice(1)}.`;
    return { content: sentence, fact: { attribute, item, value: fill(value) }, isDenial };
  });
}

/** What the rest of a clause puts into the words of a rule, once for each thing that it names. */
function namedIn(rest: string, content: string): readonly Readonly<Record<string, string>>[] {
  if (content.includes('{deed}')) return deedsIn(rest).map((deed) => ({ deed }));
  if (content.includes('{thing}')) return thingsIn(rest).map((thing) => ({ thing }));
  return content.includes('{medicine}') ? thingsIn(rest).flatMap(medicinesIn) : [{}];
}
