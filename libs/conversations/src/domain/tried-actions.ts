import type { VersionInfo } from '@svc/engine';
import { isSameData } from '@svc/kernel';
import type { AgentMessageCompleted } from './conversation-event.js';

/** Prompts of this version and later show tried actions. The states of older conversations stay as they were. */
const firstPromptsThatTell = 3;

/** From this version on, a state of the same name in another graph is another state. */
const firstPromptsThatTellGraphs = 8;

/** The latest ones: older ones do not help a user who stays in a state for long. */
const maxActions = 10;

/**
 * The agent's actions in its current state, oldest first, each once at its latest place. The list starts again when the
 * agent enters another state.
 * @param before the earlier list, and where the agent was then
 */
export function triedActions(
  before: {
    readonly tried: readonly string[] | null;
    readonly state: string | null;
    readonly graph: VersionInfo;
  },
  { state, graph, action }: Pick<AgentMessageCompleted, 'state' | 'action'> & { readonly graph: VersionInfo },
  promptVersion: number,
): readonly string[] | null {
  if (promptVersion < firstPromptsThatTell) return null;
  const isSameGraph = promptVersion < firstPromptsThatTellGraphs || isSameData(graph, before.graph);
  const earlier = state === before.state && isSameGraph ? (before.tried ?? []) : [];
  return [...earlier.filter((one) => one !== action), action].slice(-maxActions);
}
