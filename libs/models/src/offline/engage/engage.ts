import type { EngageTask, TranscriptMessage } from '@svc/engine';
import { hasAskedTwice, lastAgentMessage } from '../judge/evidence.js';
import { contentTokens } from '../words/tokens.js';
import { clausesOf } from './clauses.js';
import { factsAbout } from './facts.js';
import { hello, languageNote, selfIntroduction } from './opening.js';
import { purposeOf } from './about-agent.js';
import { type Sentence } from './sentences.js';
import { speak } from './speak.js';
import type { SpeechSituation } from './speech-situation.js';
import { speechActOf } from './speech-verbs.js';
import { hasSpoken, takeUp } from './take-up.js';
import { toldBy } from './told.js';

/** The agent's next message by rules alone: the same task always gives the same words, and never none. */
export function engage(task: EngageTask): string {
  const situation = speechSituation(task);
  const body = speak(task.action, situation);
  const parts = hasSpoken(task) ? continuation(task, body) : opening(task, body);
  const spoken = parts.filter((part) => part !== '').join(' ');
  if (task.isFarewell) return farewell(spoken, task);
  return body.some((sentence) => sentence.isQuestion)
    ? spoken
    : `${spoken} ${followUp(task, situation)}`.trim();
}

function opening(task: EngageTask, body: readonly Sentence[]): readonly string[] {
  const welcome = body.filter(isWelcome);
  const rest = body.filter((sentence) => !isWelcome(sentence));
  return [
    hello(task),
    ...textsOf(welcome),
    selfIntroduction(task),
    languageNote(task),
    takeUp(task).text,
    purpose(task, body),
    ...inOrder(task, rest),
  ];
}

/** "Welcome to the hotel" belongs to the hello. */
function isWelcome({ text }: Sentence): boolean {
  return text.startsWith('Welcome ');
}

function continuation(task: EngageTask, body: readonly Sentence[]): readonly string[] {
  const asked = body.filter((sentence) => sentence.isQuestion).map((sentence) => sentence.text);
  const isRepeat = asked.length > 0 && asked.every((text) => wasJustSaid(text, task));
  if (isRepeat) return [again(task), ...asked];
  return [takeUp(task).text, ...inOrder(task, body)];
}

/** Questions come last, so that the user is left with what to answer. */
function inOrder(task: EngageTask, body: readonly Sentence[]): readonly string[] {
  return [
    ...textsOf(body.filter((sentence) => !sentence.isQuestion)),
    ...remarks(task),
    ...textsOf(body.filter((sentence) => sentence.isQuestion)),
  ];
}

/** What the agent is here for, unless what it says says it already. */
function purpose({ state }: EngageTask, body: readonly Sentence[]): string {
  const text = purposeOf(state.objective);
  if (text === null) return '';
  const said = new Set(textsOf(body).flatMap((one) => contentTokens(one).map((token) => token.stem)));
  const aims = clausesOf(state.objective).flatMap(({ rest }) => contentTokens(rest));
  return aims.length > 0 && aims.every((token) => said.has(token.stem)) ? '' : text;
}

/** The user did not give what was asked for: what they said is not taken for an answer. */
function again(task: EngageTask): string {
  if (task.heard.kind !== 'user-message') return "I'd still like to know:";
  const { text, isReceipt } = takeUp(task);
  if (!isReceipt) return text;
  return hasAskedTwice(task.transcript)
    ? "I'm sorry, I still don't follow. Could you put it in other words?"
    : "I'm not sure I understood that. Let me ask once more.";
}

function wasJustSaid(text: string, { transcript }: EngageTask): boolean {
  return (lastAgentMessage(transcript) ?? '').includes(text);
}

/** Guidelines that give the agent something to say, each said once. */
function remarks(task: EngageTask): readonly string[] {
  const situation = speechSituation(task);
  const said = task.transcript.filter((message) => message.type === 'agent-message').map(({ text }) => text);
  return task.guidelines
    .filter((guideline) =>
      clausesOf(guideline).some(({ verb, rest }) => isTelling(verb) && /^(?:.* )?that /i.test(rest)),
    )
    .flatMap((guideline) => textsOf(speak(guideline, situation)))
    .filter((text) => !said.some((earlier) => earlier.includes(text)));
}

function isTelling(verb: string | null): boolean {
  return verb !== null && speechActOf(verb) === 'tell';
}

/** Hands the word back to the user when the message asks for nothing. */
function followUp(task: EngageTask, situation: SpeechSituation): string {
  const wanted = speak(task.state.objective, situation).find((sentence) => sentence.isQuestion);
  if (wanted !== undefined && !wasJustSaid(wanted.text, task)) return wanted.text;
  const openEnds = ['How does that sound?', 'What would you like to do next?', 'What do you think?'];
  return openEnds[agentMessages(task).length % openEnds.length] ?? '';
}

function farewell(spoken: string, { user }: EngageTask): string {
  if (/\b(?:good-?bye|farewell|bye|take care|see you)\b/i.test(spoken)) return spoken;
  return `${spoken} Goodbye${user.displayName === null ? '' : `, ${user.displayName}`}!`.trim();
}

function speechSituation(task: EngageTask): SpeechSituation {
  return {
    agent: task.agent,
    hasGreeted: true,
    isFarewell: task.isFarewell,
    factsAbout: (subject) => factsAbout(subject, task),
    told: toldBy(task),
  };
}

function agentMessages({ transcript }: EngageTask): readonly TranscriptMessage[] {
  return transcript.filter((message) => message.type === 'agent-message');
}

function textsOf(sentences: readonly Sentence[]): readonly string[] {
  return sentences.map((sentence) => sentence.text);
}
