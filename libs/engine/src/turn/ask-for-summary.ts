import type { SpeakingState } from '../graph/context-graph.js';
import type { TurnContext } from '../input/turn-request.js';
import type { SummarizeRequest } from '../model/model-port.js';
import type { Scene, SummarizeTask } from '../model/model-task.js';
import { estimatedTokens } from '../prompt/estimated-tokens.js';
import { renderEngagePrompt } from '../prompt/engage-prompt.js';
import { renderSummarizePrompt } from '../prompt/summarize-prompt.js';
import type { OpenCall } from '../recording/turn-recorder.js';
import { engageTask } from './engage.js';
import { fallenMessages, oldestWithin } from './fallen-messages.js';
import { fitPrompt } from './fit-prompt.js';
import { fittingScene } from '../prompt/fitting-scene.js';
import { asking } from './collect.js';
import type { Stop } from './stop.js';
import type { Turn } from './turn.js';

/** A summary to request from a model. */
export interface AskedSummary {
  readonly call: OpenCall;
  readonly request: SummarizeRequest;
  /** How many of the conversation's first messages it covers. */
  readonly messages: number;
  /** The same with all that has fallen out: more, where it takes several summaries. */
  readonly gone: number;
  /** In UTF-16 code units. */
  readonly maxCharacters: number;
}

/**
 * Whether there is something to summarize, and the request for it. It is measured by the window of the next message, so that
 * each message is in the summary or in the window.
 * @returns null where nothing has fallen out of the window
 */
export function askForSummary(turn: Turn): AskedSummary | null {
  const { place, limits } = turn.request;
  if (limits.maxSummaryCharacters === 0 || place === null) return null;
  if (isShort(turn.request, turn.calls.contextTokens('engage'))) return null;
  const stop = usualStop(turn.speakingState(place.state));
  const { state } = stop;
  const message = fitPrompt(turn, 'engage', (scene) => engageTask(turn, scene, stop), renderEngagePrompt);
  const fallen = fallenMessages(turn.request, message.windowTokens);
  if (fallen === null) return null;
  const taskIn = (scene: Scene): SummarizeTask => ({
    type: 'summarize',
    ...scene,
    state: { name: state.name, objective: state.objective, tried: [] },
  });
  const inSteps = (scene: Scene, most: number): Scene => ({
    ...fittingScene({ ...scene, transcript: [] }, most),
    transcript: oldestWithin(fallen.fallen, most),
  });
  const { task, messages } = fitPrompt(
    turn,
    'summarize',
    taskIn,
    renderSummarizePrompt,
    turn.scene(),
    inSteps,
  );
  const call = turn.calls.begin('summarize', state, [], { messages, schema: null });
  return {
    call,
    request: { callId: call.id, messages, task },
    messages: fallen.messages - fallen.fallen.length + task.transcript.length,
    gone: fallen.messages,
    maxCharacters: limits.maxSummaryCharacters,
  };
}

/** The message of a state, as far as its length goes. */
function usualStop(state: SpeakingState): Stop {
  return state.type === 'action'
    ? { state, action: state.actions[0]?.description ?? '' }
    : { state: asking(state, state.objective, []), action: state.objective };
}

/**
 * Whether the transcript is so small that prompts show all of it, unless other parts fill nearly the whole context. So most
 * turns need only this check.
 */
function isShort({ transcript, fallen }: TurnContext, contextTokens: number): boolean {
  let left = contextTokens / 8;
  return fallen.length === 0 && transcript.every(({ text }) => (left -= estimatedTokens(text)) >= 0);
}
