import type { CollectionRecord, Place, TurnResult, VersionInfo } from '@svc/engine';
import type { AgentMessageCompleted, FieldsCollected } from './conversation-event.js';
import type { ConversationIdentity, Participants } from './conversation-identity.js';

/** The part of a conversation's state that says where it is, beside the name of its state. */
export interface VisitState {
  /** JSON of a `Visit`. Null in the graph of the conversation itself. */
  readonly visit: string | null;
  /** JSON of a `CollectionRecord`: its values have any shape. Null: none. */
  readonly collection: string | null;
}

/** A stay in another graph than that of the conversation. */
interface Visit {
  readonly graph: VersionInfo;
  /** Places to come back to, the outermost first. */
  readonly returns: readonly Place[];
}

/** The graph of the conversation. */
export function graphOf({ pins }: Pick<ConversationIdentity, 'pins'>): VersionInfo {
  return [pins.contextGraphId, pins.contextGraphVersionNumber];
}

export function visitJsonOf({ place, returns = [] }: TurnResult): AgentMessageCompleted['visitJson'] {
  if (returns.length === 0) return null;
  return JSON.stringify({ graph: place.graph, returns } satisfies Visit);
}

/** Where the next turn begins. An erased visit is empty text, and no turn begins from it. */
export function whereabouts(
  identity: Pick<ConversationIdentity, 'pins'>,
  { visit }: Pick<VisitState, 'visit'>,
): Visit {
  return visit === null || visit === ''
    ? { graph: graphOf(identity), returns: [] }
    : (JSON.parse(visit) as Visit);
}

export function fieldsCollected(
  participants: Participants,
  interactionId: string,
  { graph: [graphId, graphVersion], state, values, turns, isComplete }: CollectionRecord,
): FieldsCollected {
  const valuesJson = JSON.stringify(values);
  return { ...participants, interactionId, graphId, graphVersion, state, valuesJson, turns, isComplete };
}

/** What a collection state knows, until it has all that it requires. */
export function collectionAfter(collected: FieldsCollected): VisitState['collection'] {
  const { graphId, graphVersion, state, valuesJson, turns, isComplete } = collected;
  // Erased values are empty text.
  if (isComplete || valuesJson === '') return null;
  const values = JSON.parse(valuesJson) as CollectionRecord['values'];
  const record: CollectionRecord = { graph: [graphId, graphVersion], state, values, turns, isComplete };
  return JSON.stringify(record);
}

export function collectionOf({ collection }: Pick<VisitState, 'collection'>): CollectionRecord | null {
  return collection === null ? null : (JSON.parse(collection) as CollectionRecord);
}
