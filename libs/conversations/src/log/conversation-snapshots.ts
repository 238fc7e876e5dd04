import type { SnapshotPolicy } from '@svc/event-store';
import { conversationShape } from '../domain/conversation-shape.js';
import type { Conversation } from '../domain/conversation.js';

/** About eight turns: a load reads at most this many events after the snapshot, plus those of one append. */
const eventsBetweenSnapshots = 48;

export const conversationSnapshots: SnapshotPolicy<Conversation> = {
  every: eventsBetweenSnapshots,
  shape: conversationShape,
  // From 2 on, missing values are null.
  meaning: 2,
  isFinal: ({ stage }) => stage === 'finished' || stage === 'discarded',
};
