import { indexStates, type GraphState, type Place, type VersionInfo } from '@svc/engine';
import type { StateTransitioned } from '../domain/conversation-event.js';
import type { StartedConversation } from '../domain/conversation.js';
import { graphOf, whereabouts } from '../domain/visit.js';
import type { Definition } from '../ports/ports.js';
import type { RecordedTurn } from '../replay/recorded-turns.js';

/** A state that a turn was in. */
export interface ReachedPlace extends Place {
  /** The turn has entered it: it did not begin there. */
  readonly isEntered: boolean;
  /** The terminal state of a visited graph, which only leads back. */
  readonly isJumpedBack: boolean;
}

/** The states that a turn was in, in order; null if their names are erased or it has left none. */
export function placesOf({ conversation, events }: RecordedTurn): readonly ReachedPlace[] | null {
  const own = graphOf(conversation.identity);
  const moves = events.flatMap((event) => (event.type === 'StateTransitioned' ? [event.data] : []));
  const spoken = events.find((event) => event.type === 'AgentMessageCompleted');
  const { currentState } = conversation;
  const first = moves[0]?.previousState ?? currentState ?? spoken?.data.state;
  if (first === undefined || first === '') return null;
  const { graph } = whereabouts(conversation.identity, conversation);
  const begun: ReachedPlace = {
    graph: currentState === null ? own : graph,
    state: first,
    isEntered: currentState === null,
    isJumpedBack: moves[0]?.stateType === 'jumpback',
  };
  return [
    begun,
    ...moves.map((move, place): ReachedPlace => ({
      graph: enteredGraph(move, own),
      state: move.nextState,
      isEntered: true,
      isJumpedBack: moves[place + 1]?.stateType === 'jumpback',
    })),
  ];
}

function enteredGraph({ nextGraphId, nextGraphVersion }: StateTransitioned, own: VersionInfo): VersionInfo {
  return nextGraphId === null || nextGraphVersion === null ? own : [nextGraphId, nextGraphVersion];
}

/** The state at a place; undefined where the definition has none. */
export function stateAt(
  { graph: own, graphs = [] }: Definition,
  { identity }: Pick<StartedConversation, 'identity'>,
  { graph: [id, version], state }: Place,
): GraphState | undefined {
  const [ownId, ownVersion] = graphOf(identity);
  const graph =
    id === ownId && version === ownVersion
      ? own
      : graphs.find((loaded) => loaded.version[0] === id && loaded.version[1] === version)?.graph;
  return graph === undefined ? undefined : indexStates(graph).get(state);
}
