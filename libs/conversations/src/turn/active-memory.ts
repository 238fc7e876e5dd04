import type { Recollection } from '@svc/engine';
import type { NewInput } from '../domain/conversation-command.js';
import type { StartedConversation } from '../domain/conversation.js';
import { whereabouts } from '../domain/visit.js';
import type { Definition } from '../ports/ports.js';
import type { ActiveMemoryAction, TurnEvent } from './turn-event.js';

/** Whether the state that an interaction begins in does without. */
function skipsActiveMemory({ graph, graphs = [] }: Definition, conversation: Begun): boolean {
  const { graph: version, returns } = whereabouts(conversation.identity, conversation);
  const others = graphs.find(({ version: [id, number] }) => id === version[0] && number === version[1]);
  const walked = returns.length === 0 ? graph : (others?.graph ?? graph);
  const state = walked.states.find(({ name }) => name === conversation.currentState);
  return state?.type === 'action' && state.skipsActiveMemory;
}

type Begun = Pick<StartedConversation, 'identity' | 'currentState' | 'visit'>;

/**
 * For a client that may see the agent's actions. Nothing where the state that the interaction begins in does without.
 * @param recollections that memory has just been asked for; undefined: it was not asked
 */
export function activeMemoryEvents(
  definition: Definition,
  begun: Begun,
  input: NewInput,
  recollections: readonly Recollection[] | undefined,
): readonly TurnEvent[] {
  if (recollections === undefined || !('text' in input) || skipsActiveMemory(definition, begun)) return [];
  const response = recollections.map(({ content }) => content).join('\n');
  const actions: readonly ActiveMemoryAction[] = [
    { type: 'check-if-active-memory-needed-completed', queries: [input.text] },
    { type: 'extract-active-memories-completed', queries_and_responses: [[input.text, response]] },
  ];
  return actions.map((action) => ({ type: 'current-agent-action', action }));
}
