import type { EventMetadata } from '@svc/kernel';
import { DomainError } from '@svc/errors';
import { ConcurrencyError, FencedError, type SqlFragment } from '@svc/event-store';
import { DatabaseUnavailableError } from '@svc/postgres';
import { endExpiredLease, findLease, takeLease, takeOverLease, type Lease } from '../lease/lease-rows.js';
import type { NewInteraction } from '../domain/conversation-command.js';
import { conversationNotFound, existing, interactionRunning } from '../domain/conversation-decider.js';
import type { StartedConversation } from '../domain/conversation.js';
import { appendBegin } from './append-begin.js';
import { decisionAttempts, ownMetadata, type ConversationsContext } from '../application/context.js';
import type { LoadedConversation } from '../log/conversation-log.js';
import type { OwnInteraction } from './settle-interaction.js';
import { voidLeftover } from '../lease/void-leftovers.js';

export interface FoundConversation {
  readonly loaded: LoadedConversation;
  /** Whether it may be out of date: a refusal then counts only when it comes again after a load. */
  readonly isRecalled: boolean;
}

/**
 * Appends InteractionStarted and takes the lease in one statement. A turn that its owner has left behind is voided by
 * the same statement.
 * @throws DomainError `operation_in_progress` while another turn runs, `conversation_finished`, `invalid_request`.
 */
export async function beginInteraction(
  context: ConversationsContext,
  { loaded, isRecalled }: FoundConversation,
  interaction: NewInteraction,
  metadata: EventMetadata,
): Promise<OwnInteraction> {
  let current = loaded;
  let mayBeOutdated = isRecalled;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await begin(context, current, interaction, metadata);
    } catch (failure) {
      const isRefusal = failure instanceof DomainError && !(failure instanceof DatabaseUnavailableError);
      const isWorthAnother = failure instanceof ConcurrencyError || (mayBeOutdated && isRefusal);
      if (failure instanceof FencedError && !mayBeOutdated) throw interactionRunning();
      if (!isWorthAnother || attempt >= decisionAttempts) throw failure;
      current = await context.log.load(current.tenantId, current.id);
      mayBeOutdated = false;
    }
  }
}

async function begin(
  context: ConversationsContext,
  loaded: LoadedConversation,
  interaction: NewInteraction,
  metadata: EventMetadata,
): Promise<OwnInteraction> {
  const { log, leases } = context;
  const { tenantId, id: conversationId, head, state } = loaded;
  const leftOver = await leftOverTurn(context, loaded);
  const start = { type: 'StartInteraction', interaction } as const;
  const events = leftOver
    ? log.decide(state, { type: 'VoidInteraction', reason: 'lease-expired' }, start)
    : log.decide(state, start);
  const lease: Lease = {
    tenantId,
    conversationId,
    interactionId: interaction.interactionId,
    owner: leases.owner,
    // The version of InteractionStarted: it only rises, so no two turns of a conversation share it.
    fence: head.version + events.length,
  };
  const guard: SqlFragment = leftOver?.lease ? takeOverLease(leftOver.lease, lease) : takeLease(lease);
  return appendBegin(log, { loaded, events, metadata, lease, guard });
}

/**
 * A turn that is in the way but runs no more. Without a lease it has just ended, or has lost it to an operator's hand:
 * the version of the stream tells these apart.
 * @throws DomainError `operation_in_progress` when the turn is alive; `not_found` when it was the first of its
 * conversation, which is discarded with it. ConcurrencyError when it has just ended.
 */
async function leftOverTurn(
  context: ConversationsContext,
  loaded: LoadedConversation,
): Promise<{ readonly lease: Lease | undefined } | undefined> {
  const { tenantId, id: conversationId, state } = loaded;
  const conversation = existing(state);
  if (conversation.running === null || conversation.stage === 'finished') return undefined;
  const lease = await findLease(context.database, { tenantId, conversationId });
  if (lease && !lease.isExpired) throw interactionRunning();
  if (!isFirstTurn(conversation)) return { lease };
  if (!lease) {
    const { log, ids } = context;
    const voided = log.decide(state, { type: 'VoidInteraction', reason: 'lease-expired' });
    await log.append(loaded, voided, { metadata: ownMetadata(ids) });
    throw conversationNotFound();
  }
  const isDiscarded = await voidLeftover(context, lease, 'lease-expired', endExpiredLease(lease));
  throw isDiscarded ? conversationNotFound() : interactionRunning();
}

export function isFirstTurn({ completedInteractions }: StartedConversation): boolean {
  return completedInteractions === 0;
}
