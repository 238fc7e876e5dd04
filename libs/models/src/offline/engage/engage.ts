import type { EngageTask } from '@svc/engine';
import { answerIsMissing, cannotGoOn, mostInTheSameWords, openQuestion } from '../hearing/open-question.js';
import { dangerToldIn, type HeardLanguage } from '../danger/danger.js';
import { otherLanguages } from '../danger/other-languages.js';
import { formOf } from '../hearing/form.js';
import { contentTokens } from '../words/tokens.js';
import { clausesOf } from './clauses.js';
import { factsAbout } from './facts.js';
import { demoNote, hello, selfIntroduction } from './opening.js';
import { purposeOf } from './about-agent.js';
import { type Sentence } from './sentences.js';
import { speak } from './speak.js';
import type { SpeechSituation } from './speech-situation.js';
import { speechActOf } from './speech-verbs.js';
import { missingInputAsked, outcomesTold } from '../tools/speak-of-tools.js';
import { agentTexts, takeUp, type TakeUp } from './take-up.js';

/** The agent's next message, by rules only: the same task always gives the same text, and never an empty one. */
export function engage(task: EngageTask): string {
  const situation = speechSituation(task);
  const body = speak(task.action, situation);
  const danger = dangerToldIn(task.input);
  if (danger !== null) return inDanger(danger, task, textsOf(body));
  const parts = agentTexts(task).length > 0 ? continuation(task, body) : opening(task, body);
  const spoken = [outcomesTold(task), ...parts].filter((part) => part !== '').join(' ');
  if (task.isFarewell) return farewell(spoken, task);
  return body.some((sentence) => sentence.isQuestion)
    ? spoken
    : `${spoken} ${missingInputAsked(task) || followUp(task, situation)}`.trim();
}

/**
 * What to do comes before all else, also in the user's language. The state's own words follow if they say what to do as well:
 * everything else can wait.
 */
function inDanger(language: HeardLanguage, task: EngageTask, body: readonly string[]): string {
  const number = emergencyNumber.exec(`${task.action}\n${task.agent.background}`)?.[0] ?? '112';
  const own = language === 'english' ? '' : otherLanguages[language].says.replace('%', number);
  const isSaid = body.some((text) => text.includes(number));
  const words = isSaid ? body : [`This sounds like an emergency. Please call ${number} now.`, automated];
  return [own, ...words].filter((text) => text !== '').join(' ');
}

const emergencyNumber = /\b(?:112|911|999|000)\b/;
const automated = "I am an automated assistant and can't call for you.";

function opening(task: EngageTask, body: readonly Sentence[]): readonly string[] {
  const welcome = body.filter(isWelcome);
  const rest = body.filter((sentence) => !isWelcome(sentence));
  return [
    hello(task),
    ...textsOf(welcome),
    selfIntroduction(task),
    demoNote,
    takeUp(task).text,
    purpose(task, body),
    ...inOrder(task, rest),
  ];
}

/** "Welcome to the hotel" is part of the greeting. */
function isWelcome({ text }: Sentence): boolean {
  return text.startsWith('Welcome ');
}

function continuation(task: EngageTask, body: readonly Sentence[]): readonly string[] {
  const asked = textsOf(body.filter((sentence) => sentence.isQuestion));
  const { text, times } = openQuestion(task.transcript);
  const isRepeat = text !== '' && asked.at(-1)?.endsWith(text) === true;
  if (!isRepeat) return [takeUp(task).text, ...inOrder(task, body)];
  const reply = takeUp(task, true);
  if (times < mostInTheSameWords) return [again(task, reply), ...asked];
  return [reply.kind === 'receipt' ? '' : reply.text, reply.kind === 'answer' ? answerIsMissing : cannotGoOn];
}

/** Questions come last, so that the user can answer them. */
function inOrder(task: EngageTask, body: readonly Sentence[]): readonly string[] {
  return [
    ...textsOf(body.filter((sentence) => !sentence.isQuestion)),
    ...remarks(task),
    ...textsOf(body.filter((sentence) => sentence.isQuestion)),
  ];
}

/** The agent's purpose, unless its message already contains it. */
function purpose({ state }: EngageTask, body: readonly Sentence[]): string {
  const text = purposeOf(state.objective);
  if (text === null) return '';
  const said = new Set(textsOf(body).flatMap((one) => contentTokens(one).map((token) => token.stem)));
  const aims = clausesOf(state.objective).flatMap(({ rest }) => contentTokens(rest));
  return aims.length > 0 && aims.every((token) => said.has(token.stem)) ? '' : text;
}

/** The user did not answer the question: their text does not count as an answer. */
function again({ input }: EngageTask, { text, kind }: TakeUp): string {
  if (input.kind !== 'user-message') return "I'd still like to know:";
  return kind === 'receipt' ? "I'm not sure I understood that. Let me ask once more." : text;
}

/** Guidelines with something to say, each used once. */
function remarks(task: EngageTask): readonly string[] {
  const situation = speechSituation(task);
  const said = agentTexts(task);
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

const openEnds = ['How does that sound?', 'What would you like to do next?', 'What do you think?'];

/** Prompts the user when the message has no question; says that the agent can't continue when all has been asked. */
function followUp(task: EngageTask, situation: SpeechSituation): string {
  const said = agentTexts(task);
  const wanted = speak(task.state.objective, situation).find((sentence) => sentence.isQuestion);
  const first = said.length % openEnds.length;
  const questions = [
    ...(wanted === undefined || said.at(-1)?.includes(wanted.text) ? [] : [wanted.text]),
    ...openEnds.slice(first),
    ...openEnds.slice(0, first),
  ];
  const isFresh = (question: string) =>
    said.filter((text) => text.includes(question)).length < mostInTheSameWords;
  return questions.find(isFresh) ?? cannotGoOn;
}

function farewell(spoken: string, { user }: EngageTask): string {
  if (/\b(?:good-?bye|farewell|bye|take care|see you)\b/i.test(spoken)) return spoken;
  return `${spoken} Goodbye${user.displayName === null ? '' : `, ${user.displayName}`}!`.trim();
}

function speechSituation(task: EngageTask): SpeechSituation {
  return {
    isFarewell: task.isFarewell,
    factsAbout: (subject) => factsAbout(subject, task),
    get told() {
      return formOf(task).statements;
    },
  };
}

function textsOf(sentences: readonly Sentence[]): readonly string[] {
  return sentences.map((sentence) => sentence.text);
}
