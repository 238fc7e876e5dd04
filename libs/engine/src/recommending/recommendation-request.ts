import { outlineOf } from '../graph/graph-index.js';
import type { TurnContext } from '../input/turn-request.js';
import { contextTokensOf } from '../model/context-size.js';
import type { ModelIdentity, RecommendRequest } from '../model/model-port.js';
import type { RecommendTask, Scene } from '../model/model-task.js';
import { fittingScene } from '../prompt/fitting-scene.js';
import { renderRecommendPrompt } from '../prompt/recommend-prompt.js';

export interface Recommending {
  readonly callId: string;
  /** Who the user is and what they want; empty: nobody said. */
  readonly context: string;
  readonly count: number;
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number;
}

/**
 * What asks a model for what the user could say next, between two turns. Others may read the suggestions, so the model is told
 * nothing of what is remembered or noted of the user: only what was said in this conversation.
 */
export function recommendationRequest(
  { agent, graph, place, user, transcript, summary }: TurnContext,
  { callId, context, count, atMs }: Recommending,
  model: ModelIdentity,
): RecommendRequest {
  const scene: Scene = {
    agent,
    graph: outlineOf(graph),
    startedAtMs: atMs,
    user: { ...user, additionalContext: [], recollections: [] },
    ...(summary === null || summary.text === '' ? {} : { summary: summary.text }),
    transcript: transcript.filter(({ type }) => type !== 'agent-inner-thought'),
    input: { kind: 'skip' },
    newThoughts: [],
  };
  const state = graph.states.find(({ name }) => name === place?.state);
  const objective = state !== undefined && 'objective' in state ? state.objective : '';
  const taskFor = (one: Pick<ModelIdentity, 'settings'>): RecommendTask => ({
    type: 'recommend',
    state: { name: place?.state ?? '', objective, tried: [] },
    ...fittingScene(scene, Math.floor(contextTokensOf(one) / 4)),
    context,
    count,
    facets: [],
  });
  const task = taskFor(model);
  const fittedTo = (other: Pick<ModelIdentity, 'settings'>) => renderRecommendPrompt(taskFor(other));
  return { callId, task, messages: renderRecommendPrompt(task), fittedTo };
}
