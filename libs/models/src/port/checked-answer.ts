import type { LanguageModelV4, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import { ModelError, type PromptMessage } from '@svc/engine';
import { ask, type WantedObject } from '../asking/ask.js';
import type { ModelCapabilities } from '../asking/model-capabilities.js';
import type { Sampling } from '../definition/model-definition.js';
import { hasUnopenedReasoning, withoutReasoning } from './json-objects.js';
import { mustEndWell, readAnswer } from './answer-stream.js';
import type { AttemptLog } from '../asking/attempt-log.js';
import type { CallWatch } from './call-watch.js';

/** A question for a model, and how its response is read. */
export interface Question<Answer> {
  readonly messages: readonly PromptMessage[];
  readonly wanted: WantedObject;
  readonly sampling: Sampling;
  /** Null when the text has no usable answer. */
  readonly read: (text: string) => Answer | null;
  /**
   * For a response that is read as it streams. Called when one begins.
   * @returns the listener for its pieces
   */
  readonly onAnswer?: () => (piece: string) => void;
  /** Time limit of the first piece of a streamed response, in ms. Default: only that of the whole call. */
  readonly beginMs?: number;
  /** Time limit from one piece of it to the next, in ms. Default: only that of the whole call. */
  readonly betweenPiecesMs?: number;
  /** The error when the repaired response is unusable too, for the log. */
  readonly complaint: string;
}

/** A model and what is known about how to call it. */
export interface AskableModel {
  readonly model: LanguageModelV4;
  readonly capabilities: ModelCapabilities;
}

/**
 * The answer to a question. An unusable response is shown to the model once, for repair.
 * @throws ModelError `bad_output` when the second one is unusable too
 */
export async function checkedAnswer<Answer>(
  asked: AskableModel,
  question: Question<Answer>,
  watch: CallWatch,
  attempts: AttemptLog,
): Promise<Answer> {
  const first = await textTo(asked, question, [], watch, attempts);
  const answer = question.read(first);
  if (answer !== null) return answer;
  attempts.end('bad_output');
  const second = await textTo(
    asked,
    question,
    repair(withoutReasoning(first), question.wanted.form),
    watch,
    attempts,
  );
  const repaired = question.read(second);
  if (repaired !== null) return repaired;
  throw new ModelError('bad_output', { privateDetail: question.complaint });
}

async function textTo(
  { model, capabilities }: AskableModel,
  { messages, wanted, sampling, onAnswer, ...limits }: Question<unknown>,
  addedMessages: readonly PromptMessage[],
  watch: CallWatch,
  attempts: AttemptLog,
): Promise<string> {
  const asked = { messages, addedMessages, wanted, sampling };
  const { signal: abortSignal } = watch;
  if (onAnswer !== undefined) {
    const { beginMs = Infinity, betweenPiecesMs = Infinity } = limits;
    if (beginMs < Infinity) watch.expect('a first piece', beginMs);
    const { stream } = await watch.race(
      ask(capabilities, asked, attempts, (options) => model.doStream({ ...options, abortSignal })),
    );
    const text = await readAnswer(stream, watch, attempts, betweenPiecesMs, onAnswer());
    if (hasUnopenedReasoning(text)) capabilities.thoughts.saw(true);
    return text;
  }
  const result = await watch.race(
    ask(capabilities, asked, attempts, (options) => model.doGenerate({ ...options, abortSignal })),
  );
  const text = textOf(result);
  for (const part of result.content) if (part.type === 'reasoning') attempts.thought(part.text);
  attempts.piece(text);
  attempts.came(text);
  attempts.answeredBy(result.response?.modelId);
  attempts.finished(result.finishReason, result.usage);
  mustEndWell(result.finishReason);
  return text;
}

function textOf({ content, structuredOutputText }: LanguageModelV4GenerateResult): string {
  return structuredOutputText ?? content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

const maxShownCharacters = 2_000;

function repair(answer: string, form: string): readonly PromptMessage[] {
  // Providers refuse an empty message.
  const shown = answer.trim() === '' ? '(no answer)' : answer.slice(0, maxShownCharacters);
  return [
    { role: 'assistant', content: shown },
    {
      role: 'user',
      content: `This is not the JSON object that was asked for. Answer with it and nothing else: ${form}.`,
    },
  ];
}
