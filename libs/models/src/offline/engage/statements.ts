import { directQuestion } from './indirect-question.js';
import { question, statement, uncapitalized, type Sentence } from './sentences.js';
import type { SpeechSituation } from './speech-situation.js';
import type { SpeechAct } from './speech-verbs.js';

type StatementAct = Exclude<SpeechAct, 'ask' | 'learn' | 'collect' | 'check'>;

/** How each act is carried out. `rest` follows the verb, already in the second person. */
type Say = (rest: string, situation: SpeechSituation, verb: string) => readonly Sentence[];

const sayings: Readonly<Record<StatementAct, Say>> = {
  greet,
  introduce,
  thank: (rest) => [statement(`thank you${after(rest)}`)],
  wish: (rest) => [statement(`I wish ${rest === '' ? 'you well' : rest}`)],
  part: (_rest, { isFarewell }) => (isFarewell ? [] : [statement('goodbye')]),
  tell,
  explain,
  offer,
  suggest,
  help,
  apologize: (rest) => [statement(`I'm sorry${after(rest)}`)],
  empathize: () => [statement('I understand')],
  invite: (rest) => [please(rest)],
  answer,
  wait: () => [statement('take your time')],
  praise: () => [statement('well done')],
  recap: (_rest, situation) => recap(situation),
  confirm,
};

/** Sentences for an act other than asking. */
export function sayTo(
  act: StatementAct,
  verb: string,
  rest: string,
  situation: SpeechSituation,
): readonly Sentence[] {
  return sayings[act](rest, situation, verb);
}

/** ` for your time`, from `you for your time`. */
function after(rest: string): string {
  const reason = /^(?:(?:to )?you\s*)?(.*)$/is.exec(rest)?.[1] ?? '';
  return reason === '' ? '' : ` ${reason}`;
}

/** The agent greets and introduces itself without being told. */
function greet(rest: string, _situation: SpeechSituation, verb: string): readonly Sentence[] {
  const place = /^(?:you )?(to .+)$/is.exec(rest)?.[1];
  return verb === 'welcome' && place !== undefined ? [statement(`welcome ${place}`)] : [];
}

function introduce(rest: string, { factsAbout }: SpeechSituation): readonly Sentence[] {
  return rest === '' || /^(?:myself|me)\b/i.test(rest) ? [] : about(rest, factsAbout);
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
  if (isIndirect(content)) return explain(content, situation, 'explain');
  return finite.test(content) ? [statement(content)] : about(content, situation.factsAbout);
}

function isIndirect(text: string): boolean {
  return /^(?:how|what|why|when|where|which|who|whether|if)\b/i.test(text);
}

function explain(rest: string, { factsAbout }: SpeechSituation, verb: string): readonly Sentence[] {
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

/** Questions are answered in `takeUp`. This invites the next one. */
function answer(rest: string): readonly Sentence[] {
  const subject = /\b(?:about|on|regarding) (.+)$/is.exec(rest)?.[1];
  return subject === undefined
    ? []
    : [question(`what would you like to know about ${uncapitalized(subject)}`)];
}

/** Repeats the user's statements and adds nothing. */
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
