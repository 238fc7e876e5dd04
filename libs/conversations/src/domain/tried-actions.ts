import type { AgentMessageCompleted } from './conversation-event.js';

/** Prompts of this version and later tell what was tried; states of conversations from before are what they were. */
const firstPromptsThatTell = 3;

/** The latest ones: a user who stays in a state for long is not helped by older ones. */
const maxActions = 10;

/**
 * What the agent has done in the state where it is, oldest first and each once, where it was done last. It begins again
 * where the agent comes into another state.
 * @param before what it was, and the state that the agent was in
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
