import type { JsonObject } from '@svc/kernel';
import { contextTokensOf } from '../model/context-size.js';
import { ModelError } from '../model/model-error.js';
import type { FittedTo, ModelIdentity } from '../model/model-port.js';
import type { CallKind, ModelTask, Scene } from '../model/model-task.js';
import type { PromptMessage } from '../model/prompt-message.js';
import { estimatedTokens, maxTokens } from '../prompt/estimated-tokens.js';
import type { Script } from '../runtime/script.js';
import { fittingScene } from '../prompt/fitting-scene.js';
import type { ModelCalls } from './model-calls.js';
import type { Turn } from './turn.js';

/** How often the transcript of a too long prompt is halved before it is sent as it is. */
const maxHalvings = 6;

/** Tokens of the longest message, unless a model's settings allow longer ones. A small context reserves a quarter for it. */
const maxAnswerTokens = 2_500;

export interface FittedPrompt<Task extends ModelTask> {
  readonly task: Task;
  readonly messages: readonly PromptMessage[];
  /** Bound of the transcript, in estimated tokens. */
  readonly windowTokens: number;
  /** The same prompt for another model, which may take in less. */
  readonly fittedTo: FittedTo;
}

/**
 * A prompt that fits its model. The transcript gets half of the context. If the rest needs more than the other half, the
 * transcript is halved again and again: always the same few sizes, so that prompts of one conversation begin alike.
 */
export function fitPrompt<Task extends ModelTask>(
  turn: Turn,
  kind: CallKind,
  taskIn: (scene: Scene) => Task,
  render: (task: Task) => readonly PromptMessage[],
  scene: Scene = turn.scene(),
  cut: (scene: Scene, windowTokens: number) => Scene = fittingScene,
): FittedPrompt<Task> {
  const fit = ({ settings }: Pick<ModelIdentity, 'settings'>, contextTokens: number): FittedPrompt<Task> => {
    const room = contextTokens - answerTokensOf(settings, contextTokens);
    for (let halvings = 0; ; halvings += 1) {
      const windowTokens = Math.floor(contextTokens / 2 ** (halvings + 1));
      const task = taskIn(cut(scene, windowTokens));
      const messages = render(task);
      if (halvings >= maxHalvings || isWithin(messages, room))
        return { task, messages, windowTokens, fittedTo };
    }
  };
  // Whichever of the models found a prompt too long: the same would be too long again.
  const share = turn.calls.wasRefused ? 2 : 1;
  const fittedTo: FittedTo = (model) => fit(model, Math.floor(contextTokensOf(model) / share)).messages;
  return fit(turn.calls.modelFor(kind), turn.calls.contextTokens(kind));
}

/** A model that may write long responses, or reasoning, has less room for the prompt: a server counts both. */
function answerTokensOf({ max_output_tokens: most }: JsonObject, contextTokens: number): number {
  const usual = Math.min(maxAnswerTokens, Math.floor(contextTokens / 4));
  return typeof most === 'number' ? Math.max(usual, most) : usual;
}

function isWithin(messages: readonly PromptMessage[], mostOfPrompt: number): boolean {
  const codeUnits = messages.reduce((sum, { content }) => sum + content.length, 0);
  return maxTokens(codeUnits) <= mostOfPrompt || tokensOf(messages) <= mostOfPrompt;
}

/** As estimated. */
function tokensOf(messages: readonly PromptMessage[]): number {
  return messages.reduce((sum, { content }) => sum + estimatedTokens(content), 0);
}

/**
 * Retries once when the model finds its prompt too long. It treats that prompt as the model's whole
 * context, so the transcript is at most half of it.
 * @param mayAskAgain false once anything was sent
 */
export function* withinContext<Task extends ModelTask, T>(
  calls: ModelCalls,
  fit: () => FittedPrompt<Task>,
  ask: (prompt: FittedPrompt<Task>) => Script<T>,
  mayAskAgain: () => boolean = () => true,
): Script<T> {
  const prompt = fit();
  try {
    return yield* ask(prompt);
  } catch (error) {
    if (!isTooLong(error) || !mayAskAgain()) throw error;
    calls.refusedPrompt(tokensOf(prompt.messages));
    return yield* askedAgain(fit(), ask);
  }
}

function* askedAgain<Task extends ModelTask, T>(
  prompt: FittedPrompt<Task>,
  ask: (prompt: FittedPrompt<Task>) => Script<T>,
): Script<T> {
  try {
    return yield* ask(prompt);
  } catch (error) {
    if (!isTooLong(error)) throw error;
    const { privateDetail = 'the prompt is too long' } = error;
    const size = `of about ${tokensOf(prompt.messages)} tokens, after what was said was cut`;
    const cause = 'the agent and its graph may say too much of themselves for the model';
    throw new ModelError('context_overflow', { privateDetail: `${privateDetail}; ${size}: ${cause}` });
  }
}

function isTooLong(error: unknown): error is ModelError {
  return error instanceof ModelError && error.kind === 'context_overflow';
}
