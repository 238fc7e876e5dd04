import { directQuestion } from './indirect-question.js';
import { question, statement, uncapitalized, type Sentence } from './sentences.js';
import type { SpeechSituation } from './speech-situation.js';
import type { SpeechAct } from './speech-verbs.js';

type StatementAct = Exclude<SpeechAct, 'ask' | 'learn' | 'collect' | 'check'>;

/** What is said for an act other than asking. `rest` is addressed to the user already. */
export function sayTo(
  act: StatementAct,
  verb: string,
  rest: string,
  situation: SpeechSituation,
): readonly Sentence[] {
  switch (act) {
    case 'greet':
      return greet(verb, rest, situation);
    case 'introduce':
      return introduce(rest, situation);
    case 'thank':
      return [statement(`thank you${after(rest)}`)];
    case 'wish':
      return [statement(`I wish ${rest === '' ? 'you well' : rest}`)];
    case 'part':
      return situation.isFarewell ? [] : [statement('goodbye')];
    case 'tell':
      return tell(rest, situation);
    case 'explain':
      return explain(verb, rest, situation);
    case 'offer':
      return offer(rest);
    case 'suggest':
      return suggest(rest);
    case 'help':
      return help(rest);
    case 'apologize':
      return [statement(`I'm sorry${after(rest)}`)];
    case 'empathize':
      return [statement('I understand')];
    case 'invite':
      return [please(rest)];
    case 'answer':
      return answer(rest);
    case 'wait':
      return [statement('take your time')];
    case 'praise':
      return [statement('well done')];
    case 'recap':
      return recap(situation);
    case 'confirm':
      return confirm(rest, situation);
  }
}

/** ` for your time`, from `you for your time`. */
function after(rest: string): string {
  const reason = /^(?:(?:to )?you\s*)?(.*)$/is.exec(rest)?.[1] ?? '';
  return reason === '' ? '' : ` ${reason}`;
}

function greet(verb: string, rest: string, { hasGreeted }: SpeechSituation): readonly Sentence[] {
  const place = /^(?:you )?(to .+)$/is.exec(rest)?.[1];
  if (verb === 'welcome' && place !== undefined) return [statement(`welcome ${place}`)];
  return hasGreeted ? [] : [statement('hello')];
}

function introduce(rest: string, { agent, hasGreeted, factsAbout }: SpeechSituation): readonly Sentence[] {
  if (rest === '' || /^(?:myself|me)\b/i.test(rest)) {
    return hasGreeted ? [] : [statement(`I'm ${agent.identity.name}`)];
  }
  return about(rest, factsAbout);
}

const finite =
  /\b(?:is|are|was|were|am|will|can|could|has|have|had|must|should|may|might|does|do|need|needs|opens?|closes?|costs?|takes?|starts?|begins?|ends?)\b/i;

function tell(rest: string, situation: SpeechSituation): readonly Sentence[] {
  const content = rest
    .replace(/^(?:to )?you(?: know)?\b\s*/i, '')
    .replace(/^know\b\s*/i, '')
    .trim();
  const clause = /^that (.+)$/is.exec(content)?.[1];
  if (clause !== undefined) return [statement(clause)];
  const request = /^to (.+)$/is.exec(content)?.[1];
  if (request !== undefined) return [statement(`please ${request}`)];
  const subject = /^(?:about|of|regarding) (.+)$/is.exec(content)?.[1];
  if (subject !== undefined) return about(subject, situation.factsAbout);
  if (content === '') return [statement("I'm here to help")];
  if (isIndirect(content)) return explain('explain', content, situation);
  return finite.test(content) ? [statement(content)] : about(content, situation.factsAbout);
}

function isIndirect(text: string): boolean {
  return /^(?:how|what|why|when|where|which|who|whether|if)\b/i.test(text);
}

function explain(verb: string, rest: string, { factsAbout }: SpeechSituation): readonly Sentence[] {
  const subject = rest
    .replace(/^(?:(?:to|with|for) )?you\b\s*(?:through\s+)?/i, '')
    .replace(/^(?:about|through|with you|to you)\s+/i, '')
    .replace(/\s+(?:to|with|for) you$/i, '')
    .trim();
  const clause = /^that (.+)$/is.exec(subject)?.[1];
  if (clause !== undefined) return [statement(clause)];
  if (subject === '') return [question("what's on your mind")];
  const facts = factsAbout(subject);
  if (facts.length > 0) return facts.map(statement);
  if (isIndirect(subject)) return [statement(`let's look at ${uncapitalized(subject)}`)];
  if (/^(?:talk|chat|discuss)/.test(verb)) return [statement(`let's talk about ${uncapitalized(subject)}`)];
  return [statement(`let's look at ${uncapitalized(subject)} together`)];
}

function about(subject: string, factsAbout: SpeechSituation['factsAbout']): readonly Sentence[] {
  const facts = factsAbout(subject);
  return facts.length > 0 ? facts.map(statement) : [statement(`let's talk about ${uncapitalized(subject)}`)];
}

function offer(rest: string): readonly Sentence[] {
  const deed = /^(?:you\s+)?to (.+)$/is.exec(rest)?.[1];
  if (deed !== undefined) return [question(`would you like me to ${deed}`)];
  const thing = rest.replace(/^you\s+/i, '').replace(/\s+to you$/i, '');
  return [
    question(
      `would you like ${/^(?:help|assistance)\b/i.test(thing) ? `some ${thing}` : uncapitalized(thing)}`,
    ),
  ];
}

function suggest(rest: string): readonly Sentence[] {
  const content = rest.replace(/^(?:to )?you\s+/i, '');
  const clause = /^that (.+)$/is.exec(content)?.[1];
  if (clause !== undefined) return [statement(`I'd suggest that ${clause}`)];
  const deed = /^to (.+)$/is.exec(content)?.[1];
  if (deed !== undefined) return [statement(`I'd suggest that you ${deed}`)];
  return [statement(`I'd suggest ${uncapitalized(content)}`), question('how does that sound')];
}

function help(rest: string): readonly Sentence[] {
  const content = rest === '' || /^you$/i.test(rest) ? 'you' : rest;
  const through = /^you through (.+)$/is.exec(content)?.[1];
  if (through !== undefined) return [statement(`let's go through ${through} together`)];
  return [statement(`I'd be glad to help ${/^(?:you|with)\b/i.test(content) ? content : `with ${content}`}`)];
}

function please(rest: string): Sentence {
  const deed = /^(?:you\s+)?to (.+)$/is.exec(rest)?.[1];
  if (deed !== undefined) return statement(`please ${deed}`);
  const asked = directQuestion(rest.replace(/^you (?:with|for)\s+/i, ''));
  return asked ?? statement('please go on');
}

/** A question that was asked is answered when it is taken up; here the next one is invited. */
function answer(rest: string): readonly Sentence[] {
  const subject = /\b(?:about|on|regarding) (.+)$/is.exec(rest)?.[1];
  return subject === undefined
    ? []
    : [question(`what would you like to know about ${uncapitalized(subject)}`)];
}

/** What the user has told, back to them; nothing is added to it. */
function recap({ told }: SpeechSituation): readonly Sentence[] {
  if (told.length === 0) return [statement('so far you have not told me any details')];
  return [statement(`to sum up, you told me: ${told.map((one) => `“${one}”`).join(', ')}`)];
}

function confirm(rest: string, situation: SpeechSituation): readonly Sentence[] {
  const content = rest
    .replace(/^with you\s+/i, '')
    .replace(/\s+with you$/i, '')
    .trim();
  const clause = /^that (.+)$/is.exec(content)?.[1];
  if (situation.isFarewell) {
    return [statement(clause ?? `this confirms ${content === '' ? 'everything' : content}`)];
  }
  if (clause !== undefined) return [question(`so ${clause}, is that right`)];
  const asked = directQuestion(content);
  if (asked !== null) return [asked];
  const { told } = situation;
  const recalled = told.length === 0 ? '' : `: you told me ${told.map((one) => `“${one}”`).join(', ')}`;
  return [
    statement(`let me confirm ${content === '' ? 'that' : content}${recalled}`),
    question('is that right'),
  ];
}
