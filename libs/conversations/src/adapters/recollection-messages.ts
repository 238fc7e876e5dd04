import type { RecollectionsRead as RecollectionsReadMessage } from '@svc/contracts/conversations';
import type { Recollection } from '@svc/engine';
import type { Complete } from '@svc/event-store';
import type { RecollectionsRead } from '../domain/conversation-event.js';

export function recollectionsToMessage({
  recollections,
}: RecollectionsRead): Complete<RecollectionsReadMessage> {
  return { recollections: recollections.map((one) => ({ ...one })) };
}

/** Of an erased person the words are empty. */
export function recollectionsFromMessage({ recollections }: RecollectionsReadMessage): RecollectionsRead {
  // Written by `recollectionsToMessage` alone.
  return { recollections: recollections.map((one) => ({ ...one, type: one.type as Recollection['type'] })) };
}
