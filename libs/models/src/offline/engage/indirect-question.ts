import { question, type Sentence } from './sentences.js';

const auxiliaries = 'am|are|is|was|were|can|could|will|would|shall|should|may|might|must|do|does|did|has|had';
const participle =
  /^(?:ever |already |just |recently )?(?:been|had|done|seen|tried|made|taken|given|got|heard|read|spoken|written|found|lost|paid|chosen|\w+ed)\b/i;
/** Verbs with a question word as subject and "you" as object: "What brings you here?" */
const doneToUser =
  /^(?:brings|makes|helps|worries|bothers|troubles|keeps|interests|motivates|concerns|gives|brought|made|happened)$/i;

/** `whether you are ready` → "Are you ready?"; null when the text is no indirect question. */
export function directQuestion(text: string): Sentence | null {
  const closed = /^(?:whether|if)\s+(?:or not\s+)?(.*)$/is.exec(text);
  if (closed !== null) return yesNoQuestion(closed[1] ?? '');
  const open =
    /^(?:(?:at|on|in|by|from|to|with|until|since) )?(?:what|which|when|where|why|who|whom|whose|how)\b/i;
  return open.test(text) ? wordQuestion(text) : null;
}

function yesNoQuestion(sentence: string): Sentence {
  const having = /^you have (.*)$/is.exec(sentence);
  if (having !== null) {
    const rest = having[1] ?? '';
    return question(participle.test(rest) ? `have you ${rest}` : `do you have ${rest}`);
  }
  const turned = inverted(sentence);
  if (turned !== null) return question(turned);
  const plain = /^you (\w+)(.*)$/is.exec(sentence);
  if (plain !== null && !isPast(plain[1] ?? '')) return question(`do ${sentence}`);
  return question(`could you tell me whether ${sentence}`);
}

/** `there is anything else` → `is there anything else`; the subject has up to five words. */
function inverted(sentence: string): string | null {
  const match = new RegExp(
    `^((?:you|I|we|it|this|that|there|everything|anything|anyone|(?:your|the|my|our)(?: [\\w'-]+){1,4}?)) (${auxiliaries})\\b(.*)$`,
    'is',
  ).exec(sentence);
  if (match === null) return null;
  const [, subject = '', auxiliary = '', rest = ''] = match;
  return `${auxiliary} ${subject}${rest}`;
}

function wordQuestion(text: string): Sentence {
  const copula =
    /^(what|who|where|when|how|why)\s+((?:the|your|my|this|that|it|these|those)\b.*?)\s+(is|are|was|were)$/is.exec(
      text,
    );
  if (copula !== null) return question(`${copula[1]} ${copula[3]} ${copula[2]}`);
  const match = /^(.*?)\s*\b(you|I)\s+([\w'’]+)(.*)$/s.exec(text);
  const [, prefix = '', subject = '', verb = '', rest = ''] = match ?? [];
  const lead = prefix.trim().split(/\s+/);
  if (match !== null && lead.length <= 6 && !doneToUser.test(lead.at(-1) ?? '') && !hasVerb(prefix)) {
    if (new RegExp(`^(?:${auxiliaries})$`, 'i').test(verb))
      return question(`${prefix} ${verb} ${subject}${rest}`);
    if (verb.toLowerCase() === 'have' && participle.test(rest.trim()))
      return question(`${prefix} have ${subject}${rest}`);
    if (!isPast(verb)) return question(`${prefix} do ${subject} ${verb}${rest}`);
    return question(`could you tell me ${text}`);
  }
  const isSubject =
    new RegExp(
      `^(?:what|who|which(?: [\\w-]+){1,3}?|how (?:many|much)(?: [\\w-]+){1,3}?) (?:${auxiliaries}|have)\\b`,
      'i',
    ).test(text) || doneToUser.test(text.split(/\s+/)[1] ?? '');
  return question(isSubject ? text : `could you tell me ${text}`);
}

function hasVerb(text: string): boolean {
  return new RegExp(`\\b(?:${auxiliaries})\\b`, 'i').test(text);
}

/** The past of a verb with an unknown base: its question can't be formed, so it is asked indirectly. */
function isPast(verb: string): boolean {
  return /ed$/i.test(verb) && !/^(?:need|feed|speed|proceed|exceed|succeed)$/i.test(verb)
    ? true
    : /^(?:went|came|bought|got|took|found|heard|saw|left|lost|paid|chose|made|knew|gave|met|felt|thought|told|said|began)$/i.test(
        verb,
      );
}
