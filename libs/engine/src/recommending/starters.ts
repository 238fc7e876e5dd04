import type { AgentProfile } from '../agent/agent-profile.js';
import type { ContextGraph } from '../graph/context-graph.js';
import { outlineOf } from '../graph/graph-index.js';
import type { RecommendRequest } from '../model/model-port.js';
import type { RecommendTask } from '../model/model-task.js';
import { renderStartersPrompt } from '../prompt/starters-prompt.js';
import { suggestionsOf } from './suggestions.js';

export interface StartersAsked {
  readonly callId: string;
  /** At least one. */
  readonly facets: readonly string[];
  /** What else is wished, in the words of whoever asks. */
  readonly instructions: string;
  readonly count: number;
  /** ISO 639-3 or two letters; null means the agent's default language. */
  readonly preferredLanguage: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number;
}

/** How a conversation could begin, and the facets that it touches. */
export interface Starter {
  readonly prompt: string;
  readonly facets: readonly string[];
}

/** What asks a model how conversations with an agent could begin. It is told nothing of any user. */
export function startersRequest(
  { agent, graph }: { readonly agent: AgentProfile; readonly graph: ContextGraph },
  { callId, facets, instructions, count, preferredLanguage, atMs }: StartersAsked,
): RecommendRequest {
  const task: RecommendTask = {
    type: 'recommend',
    state: { name: graph.newUserInitialState, objective: '', tried: [] },
    agent,
    graph: outlineOf(graph),
    startedAtMs: atMs,
    user: {
      ...{ displayName: null, preferredLanguage, timezone: null, additionalContext: [] },
      ...{ isReturning: false, recollections: [] },
    },
    transcript: [],
    input: { kind: 'greeting' },
    newThoughts: [],
    context: instructions,
    count,
    facets,
  };
  return { callId, task, messages: renderStartersPrompt(task) };
}

const numbered = /^((?:\d{1,2}\s*,\s*)*\d{1,2})\s*:\s*(.+)$/u;

/** The starters in a model's text, each once, at most `count`. A line without numbers touches no facet in particular. */
export function startersOf(text: string, facets: readonly string[], count: number): readonly Starter[] {
  const starters = suggestionsOf(text, Infinity).map((line): Starter => {
    const [, numbers = '', prompt = line] = numbered.exec(line) ?? [];
    const touched = numbers.split(',').map((number) => facets[Number(number) - 1]);
    const own = new Set(touched.filter((facet) => facet !== undefined));
    return { prompt: prompt.trim(), facets: [...own] };
  });
  return [...new Map(starters.map((starter) => [starter.prompt, starter])).values()].slice(0, count);
}
