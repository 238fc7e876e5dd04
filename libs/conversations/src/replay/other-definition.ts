import type { CollectionRecord, Place, VersionInfo } from '@svc/engine';
import type { ConversationPins } from '../domain/conversation-identity.js';
import type { StartedConversation } from '../domain/conversation.js';
import { collectionOf, graphOf, whereabouts } from '../domain/visit.js';

/**
 * The conversation as if it had run on other versions. Places in its own graph are in the other one then; those in graphs that it
 * visits stay where they are.
 */
export function withPins(conversation: StartedConversation, pins: ConversationPins): StartedConversation {
  const { identity } = conversation;
  const [own, other] = [graphOf(identity), graphOf({ pins })];
  const moved = <Where extends { readonly graph: VersionInfo }>(place: Where): Where =>
    isSame(place.graph, own) ? { ...place, graph: other } : place;
  const collection: CollectionRecord | null = collectionOf(conversation);
  const { graph, returns } = whereabouts(identity, conversation);
  return {
    ...conversation,
    identity: { ...identity, pins },
    visit:
      conversation.visit === null
        ? null
        : JSON.stringify({ graph, returns: returns.map((place: Place) => moved(place)) }),
    collection: collection === null ? null : JSON.stringify(moved(collection)),
  };
}

function isSame([id, version]: VersionInfo, [otherId, otherVersion]: VersionInfo): boolean {
  return id === otherId && version === otherVersion;
}
