import type { EventMetadata } from '@svc/kernel';
import type { SqlFragment } from '@svc/event-store';
import { DatabaseUnavailableError } from '@svc/postgres';
import type { Lease } from '../lease/lease-rows.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import type { ConversationLog, LoadedConversation } from '../log/conversation-log.js';
import type { OwnInteraction } from './settle-interaction.js';

export interface Begin {
  readonly loaded: LoadedConversation;
  /** InteractionStarted is the last of them. */
  readonly events: readonly ConversationEvent[];
  readonly metadata: EventMetadata;
  readonly lease: Lease;
  /** Takes the lease. */
  readonly guard: SqlFragment;
}

/**
 * Commits the begin of a turn. When the answer to the commit is lost with its connection, the log knows whether the
 * turn has begun: it goes on then, instead of holding its own lease against the next try.
 */
export async function appendBegin(
  log: ConversationLog,
  { loaded, events, metadata, lease, guard }: Begin,
): Promise<OwnInteraction> {
  try {
    return { loaded: await log.append(loaded, events, { metadata, guard }), lease, metadata };
  } catch (failure) {
    if (!(failure instanceof DatabaseUnavailableError)) throw failure;
    const current = await log.load(loaded.tenantId, loaded.id);
    if (!isRunning(current, lease)) throw failure;
    return { loaded: current, lease, metadata };
  }
}

function isRunning({ state }: LoadedConversation, { interactionId }: Lease): boolean {
  return state.stage !== 'absent' && state.running?.interactionId === interactionId;
}
