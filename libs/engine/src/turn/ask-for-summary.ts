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

/** A summary that a model is to be asked for. */
export interface AskedSummary {
  readonly call: OpenCall;
  readonly request: SummarizeRequest;
  /** How many of the first messages of the conversation it is to hold. */
  readonly messages: number;
  /** In UTF-16 code units. */
  readonly maxCharacters: number;
}

/**
 * Whether there is something to sum up, and how the model is asked for it. Measured by the window that the next message will
 * have, so that nothing stands neither in the summary nor in the window.
 * @returns null where nothing has fallen out of it
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
  // No prompt of a summary tells the time.
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
 * Whether all that was said takes so small a part of a context that prompts show it, unless what stands around it fills nearly all
 * of the rest: so most turns are followed by no more than a look.
 */
function isShort({ context, fallen }: SummaryInput, contextTokens: number): boolean {
  let left = contextTokens / 8;
  return fallen.length === 0 && context.transcript.every(({ text }) => (left -= estimatedTokens(text)) >= 0);
}
