import type { SnapshotPolicy } from '@svc/event-store';
import type { JsonObject } from '@svc/kernel';
import type { Conversation } from '../domain/conversation.js';

/** About eight turns: a load reads at most so many events after the snapshot, plus those of one append. */
const eventsBetweenSnapshots = 48;

/**
 * The state is plain JSON by construction, so it is kept as it is. Raise `version` with any change of its shape:
 * snapshots of other shapes are then passed over, and the state is folded from the events.
 */
export const conversationSnapshots: SnapshotPolicy<Conversation> = {
  every: eventsBetweenSnapshots,
  version: 1,
  toJson: (state) => state as unknown as JsonObject,
  fromJson: (json) => json as unknown as Conversation,
};
