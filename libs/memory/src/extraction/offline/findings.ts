import type { Fact } from '../../domain/user-model/fact.js';
import type { Clause } from './clauses.js';
import { medicinesIn } from './medicine.js';
import { deedsIn, thingsIn } from './phrases.js';
import { rules, type Rule } from './rules.js';

/** What a clause says of its speaker. */
export interface Finding {
  readonly content: string;
  readonly fact: Fact;
  /** Says that the fact does not hold, but not that it ever did. That is enough to retract it, but not to keep it. */
  readonly isDenial: boolean;
}

/** A rule matches at the start of a clause, unless its pattern is anchored otherwise. */
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

/** The values that the rest of a clause gives to a rule, one set for each thing that it names. */
function namedIn(rest: string, content: string): readonly Readonly<Record<string, string>>[] {
  if (content.includes('{deed}')) return deedsIn(rest).map((deed) => ({ deed }));
  if (content.includes('{thing}')) return thingsIn(rest).map((thing) => ({ thing }));
  return content.includes('{medicine}') ? thingsIn(rest).flatMap(medicinesIn) : [{}];
}
