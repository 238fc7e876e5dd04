import type { EngageTask } from '@svc/engine';
import { inputText } from '../words/input-text.js';
import { answerKind } from '../hearing/answers.js';
import { contentTokens, looked, normalized } from '../words/tokens.js';
import { otherLanguages } from '../danger/other-languages.js';
import { detailsIn, type Detail } from '../hearing/details.js';
import { echoOf, formOf } from '../hearing/form.js';
import { otherLanguageOf } from '../hearing/off-topic.js';
import { answerAboutAgent, purposeOf } from './about-agent.js';
import { factsAbout } from './facts.js';
import { capitalized } from './sentences.js';

/** Maximum length of user text that is repeated, in UTF-16 code units. */
const maxEcho = 90;

export interface TakeUp {
  /** The first part of the agent's message; empty when there is nothing to respond to. */
  readonly text: string;
  /** `receipt`: confirms a statement of the user. `answer`: answers a question. */
  readonly kind: 'receipt' | 'answer' | 'other';
}

/**
 * The agent's response to the input, before it continues.
 * @param stays the same question follows again
 */
export function takeUp(task: EngageTask, stays = false): TakeUp {
  const { input } = task;
  if (input.kind === 'greeting' || input.kind === 'skip') return reply('');
  if (input.kind === 'external-event')
    return reply(`I've just been told: ${sayable(oneLine(looked(inputText(input))))}`);
  return replyTo(looked(input.text), task, stays);
}

function reply(text: string, kind: TakeUp['kind'] = 'other'): TakeUp {
  return { text, kind };
}

function replyTo(said: string, task: EngageTask, stays: boolean): TakeUp {
  const ofAgent = answerAboutAgent(said, task);
  if (ofAgent !== null) return reply(ofAgent, 'answer');
  const text = normalized(said);
  const kind = answerKind(said);
  const sorry = trouble.test(text) ? "I'm sorry to hear that." : '';
  const { change, closed } = formOf(task);
  if (closed.length > 0) return reply(`${sorry} ${closedNote(closed, task)}`.trim(), 'answer');
  if (change !== null) return reply(`All right, I have changed that: “${change}”.`);
  const beyond = beyondRules(said, task, stays);
  if (beyond !== null) return reply(beyond, 'answer');
  if (isQuestion(text)) return reply(`${sorry} ${answerTo(said, task, stays)}`.trim(), 'answer');
  if (kind.isGreeting) return reply(agentTexts(task).length > 0 ? 'Hello!' : '');
  if (kind.isIgnorance) return reply('No problem.');
  const name = ownName.exec(said)?.[1];
  if (name !== undefined) return reply(`Nice to meet you, ${capitalized(name)}.`);
  if (/^(?:thanks|thank you|many thanks|cheers)\b/.test(text) && contentTokens(said).length === 0) {
    return reply("You're welcome.");
  }
  if (sorry !== '') return reply(sorry);
  if (kind.isFarewell || kind.isRefusal) return reply('All right.');
  return reply(acknowledgement(said, task), 'receipt');
}

/** Says what the rules can't do, and what they can; null for what they may act on. */
function beyondRules(said: string, task: EngageTask, stays: boolean): string | null {
  const { offTopic: what, isInquiry } = answerKind(said);
  const purpose = purposeOf(task.state.objective) ?? '';
  // Otherwise the wish has led to where the conversation is now.
  if (what === null || isInquiry || !stays) return what === 'other-language' ? foreign(said) : null;
  switch (what) {
    case 'other-language':
      return `${foreign(said)} ${purpose}`.trim();
    case 'person':
    case 'change': {
      const facts = factsAbout(what === 'person' ? 'call phone front desk staff' : said, task).map(sayable);
      const cannot = what === 'person' ? "I can't put you through to a person." : "I can't do that here.";
      return [cannot, ...facts, purpose].filter((part) => part !== '').join(' ');
    }
    case 'small-talk':
      return `I can't help with that. ${purpose}`.trim();
    case 'unclear':
      return `I'm not sure I understood that. ${purpose}`.trim();
  }
}

function foreign(said: string): string {
  const language = otherLanguageOf(normalized(said));
  const own = language === null || language === 'another' ? '' : otherLanguages[language].cannot;
  return `${own} I'm sorry, I speak English only.`.trim();
}

function closedNote(closed: readonly Detail[], task: EngageTask): string {
  const when = closed.map(({ text }) => text).join(', ');
  const hours = factsAbout('open opening hours', task).map(sayable).join(' ');
  return `I'm sorry, that is outside our opening hours: “${when}”. ${hours}`.trim();
}

/** Not "my name is spelled …" and not "call me back". */
const ownName =
  /\b(?:my name is|i am called|i'm called|call me) (?!(?:not|spelled|spelt|back|later|when|if|at|on|in|tomorrow|today)\b)(\p{L}[\p{L}'’-]*)/iu;

function isQuestion(text: string): boolean {
  return text.endsWith('?') || /^(?:who|what|when|where|which|why|how)\b/.test(text) || /\?\s/.test(text);
}

const request =
  /^(?:can|could|may|will|would) (?:you\b|(?:i|we) (?:have|get|book|make|take|order|reserve|see|change)\b)/;

function answerTo(said: string, task: EngageTask, stays: boolean): string {
  const isWish = request.test(normalized(said));
  if (isWish && !stays) return "Let's see.";
  const facts = factsAbout(said, task);
  if (facts.length > 0) {
    const answer = facts.map(sayable).join(' ');
    const known = new Set(contentTokens(answer).map(({ stem }) => stem));
    const isWhole = contentTokens(said).every(({ stem }) => known.has(stem));
    return isWhole ? answer : `What I know about that: ${answer}`;
  }
  if (!isWish) return "I'm afraid I can't tell you that.";
  return detailsIn(said).length > 0 ? "Let's see." : "I'm afraid I can't do that.";
}

/** Used in turn, so that two messages in a row differ. */
const received = ['Thank you, I have noted “%”.', 'Got it: “%”.', 'All right, “%”.'] as const;

function acknowledgement(said: string, task: EngageTask): string {
  const echo = echoOf(said);
  if (answerKind(said).isAffirmation && (echo === null || contentTokens(echo).length <= 1)) return 'Great.';
  if (echo === null || echo.length > maxEcho || touchesBoundary(echo, task))
    return contentTokens(said).length === 0 ? 'I see.' : 'Thank you for telling me.';
  const turn = task.transcript.filter((message) => message.type === 'user-message').length;
  return (received[turn % received.length] ?? '%').replace('%', () => echo);
}

function touchesBoundary(said: string, { boundaryConstraints }: EngageTask): boolean {
  const stems = new Set(contentTokens(said).map((token) => token.stem));
  return boundaryConstraints.flatMap(contentTokens).some((token) => stems.has(token.stem));
}

const trouble =
  /\b(?:sad|angry|upset|broken|broke|hurts?|pain|ill|sick|died|lost|stolen|worried|afraid|frustrat\w+|disappoint\w+|terrible|awful|unfortunately|doesn't work|does not work|not working|damaged|unhappy|bleeding|emergency|accident|headache|fever|ache|want to die|live any ?more|kill myself|suicid\w*)\b/;

export function agentTexts({ transcript }: EngageTask): readonly string[] {
  return transcript.filter((message) => message.type === 'agent-message').map(({ text }) => text);
}

function sayable(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
