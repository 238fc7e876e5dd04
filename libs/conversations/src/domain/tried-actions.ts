import type { AgentMessageCompleted } from './conversation-event.js';

/** Prompts of this version and later show tried actions. The states of older conversations stay as they were. */
const firstPromptsThatTell = 3;

/** The latest ones: older ones do not help a user who stays in a state for long. */
const maxActions = 10;

/**
 * The agent's actions in its current state, oldest first, each once at its latest place. The list starts again when the
 * agent enters another state.
 * @param before the earlier list, and the state of the agent then
 */
export function triedActions(
  before: { readonly tried: readonly string[] | null; readonly state: string | null },
  { state, action }: Pick<AgentMessageCompleted, 'state' | 'action'>,
  promptVersion: number,
): readonly string[] | null {
  if (promptVersion < firstPromptsThatTell) return null;
  const earlier = state === before.state ? (before.tried ?? []) : [];
  return [...earlier.filter((one) => one !== action), action].slice(-maxActions);
}
