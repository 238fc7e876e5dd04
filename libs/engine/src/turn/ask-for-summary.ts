import { contextTokensOf } from '../model/context-size.js';
import type { ModelPort, SummarizeRequest } from '../model/model-port.js';
import type { Scene, SummarizeTask } from '../model/model-task.js';
import { estimatedTokens } from '../prompt/estimated-tokens.js';
import { renderEngagePrompt } from '../prompt/engage-prompt.js';
import { renderSummarizePrompt } from '../prompt/summarize-prompt.js';
import type { OpenCall, TurnRecorder } from '../recording/turn-recorder.js';
import type { SummaryInput } from './conversation-summary.js';
import { engageTask } from './engage.js';
import { fallenMessages } from './fallen-messages.js';
import { fitPrompt } from './fit-prompt.js';
import { TurnWalk } from './turn-walk.js';

/** A summary to request from a model. */
export interface AskedSummary {
  readonly call: OpenCall;
  readonly request: SummarizeRequest;
  /** How many of the conversation's first messages it covers. */
  readonly messages: number;
  /** In UTF-16 code units. */
  readonly maxCharacters: number;
}

/**
 * Whether there is something to summarize, and the request for it. It is measured by the window of the next message, so that
 * each message is in the summary or in the window.
 * @returns null where nothing has fallen out of the window
 */
export function askForSummary(
  input: SummaryInput,
  model: Pick<ModelPort, 'name' | 'settings' | 'identityOf'>,
  recorder: TurnRecorder,
): AskedSummary | null {
  const { context, interactionId } = input;
  const { maxSummaryCharacters: maxCharacters = 0 } = context.limits;
  if (maxCharacters === 0 || context.currentState === null) return null;
  if (isShort(input, contextTokensOf(model.identityOf?.('engage') ?? model))) return null;
  const next = { ...context, interactionId, input: { kind: 'skip' } as const };
  // Prompts of summaries don't have the time.
  const walk = new TurnWalk(next, 0, model, recorder, false);
  const state = walk.actionState(context.currentState);
  const stop = { state, action: state.actions[0] ?? '' };
  const message = fitPrompt(walk, 'engage', (scene) => engageTask(walk, scene, stop), renderEngagePrompt);
  const fallen = fallenMessages(input, message.windowTokens);
  if (fallen === null) return null;
  const taskIn = (scene: Scene): SummarizeTask => ({
    type: 'summarize',
    ...scene,
    state: { name: state.name, objective: state.objective, tried: [] },
  });
  const scene = { ...walk.scene(), transcript: fallen.fallen };
  const { task, messages } = fitPrompt(walk, 'summarize', taskIn, renderSummarizePrompt, scene);
  const call = walk.beginCall({ kind: 'summarize', state, choices: [] }, { messages, schema: null });
  return {
    call,
    request: { callId: call.id, messages, task },
    messages: fallen.messages,
    maxCharacters,
  };
}

/**
 * Whether the transcript is so small that prompts show all of it, unless other parts fill nearly the whole context. So most
 * turns need only this check.
 */
function isShort({ context, fallen }: SummaryInput, contextTokens: number): boolean {
  let left = contextTokens / 8;
  return fallen.length === 0 && context.transcript.every(({ text }) => (left -= estimatedTokens(text)) >= 0);
}
