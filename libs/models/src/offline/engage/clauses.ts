import { looked } from '../words/tokens.js';
import { speechVerbs } from './speech-verbs.js';

/** One thing that an instruction asks the agent to do: `verb` in its base form, and the rest of the clause. */
export interface Clause {
  /** Null when the clause begins with no known verb. */
  readonly verb: string | null;
  /** If `verb` is null: the whole clause. */
  readonly rest: string;
}

const leads = [
  /^(?:first|firstly|second|secondly|third|then|next|finally|lastly|now|also|please|always|again|afterwards|meanwhile|if (?:needed|necessary|possible))\b,?\s+/i,
  /^(?!(?:reply|apply|supply|comply|rely|family)\b)\w{3,}ly,?\s+(?=\w)/i,
  /^(?:(?:you|the agent|the assistant|we) (?:should|must|will|can|may|need to|needs to|have to|has to)|try to|make sure to|be sure to|remember to|continue to|go ahead and|start by|begin by|proceed to|feel free to|your (?:task|job) is to|take (?:a moment|the time) to)\s+/i,
  /^(?:if|when|once|after|before|as soon as|unless|while|in case|for) [^,]+,\s+(?:then\s+)?/i,
  /^(?:in a|with a) [\w -]+ (?:way|manner|tone|voice),?\s+/i,
];

const prohibition = /^(?:do not|don't|don’t|never|avoid|refrain from)\b/i;

const verbForms = new Map(
  speechVerbs.flatMap((verb) => [[verb, verb] as const, [gerund(verb), verb] as const]),
);
const anyVerb = [...verbForms.keys()].sort((one, other) => other.length - one.length).join('|');
const startsWithVerb = new RegExp(`^(${anyVerb})(?![\\w-])\\s*`, 'i');
const joint = new RegExp(
  `(?:,\\s*(?:and\\s+)?(?:then\\s+)?|\\s+(?:and|then|and then|while|before|by)\\s+)(?:(?:also|then|\\w{3,}ly)\\s+)?(?=(?:${anyVerb})(?![\\w-]))`,
  'i',
);

/** The parts of an instruction such as "Greet the user, then ask for their name", in order. */
export function clausesOf(instruction: string): readonly Clause[] {
  return looked(instruction)
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?;])\s+|;\s*/)
    .map((sentence) => withoutLeads(sentence.trim().replace(/[.;:,\s]+$/, '')))
    .filter((sentence) => sentence !== '' && !prohibition.test(sentence))
    .flatMap((sentence) => sentence.split(joint))
    .map((text) => clauseOf(withoutLeads(text.trim().replace(/,$/, ''))))
    .filter((clause) => clause.verb !== null || clause.rest !== '');
}

function withoutLeads(text: string): string {
  const shorter = leads.reduce((left, lead) => left.replace(lead, ''), text);
  return shorter === text ? text : withoutLeads(shorter);
}

function clauseOf(text: string): Clause {
  const match = startsWithVerb.exec(text);
  if (match === null) return { verb: null, rest: text };
  return { verb: verbForms.get((match[1] ?? '').toLowerCase()) ?? null, rest: text.slice(match[0].length) };
}

/** `ask` → `asking`, `find out` → `finding out`, `give` → `giving`, `get` → `getting`. */
function gerund(verb: string): string {
  const [first = '', ...others] = verb.split(' ');
  const stem = /[^aeiou]e$/.test(first)
    ? first.slice(0, -1)
    : first.replace(/^(\w?[^aeiou]?[aeiou])([tgpmd])$/, '$1$2$2');
  return [`${stem}ing`, ...others].join(' ');
}
