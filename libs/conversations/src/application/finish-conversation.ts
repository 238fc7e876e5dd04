import type { Caller } from '@svc/auth';
import { ConcurrencyError, FencedError } from '@svc/event-store';
import { endExpiredLease, findLease } from '../lease/lease-rows.js';
import { existing, interactionRunning } from '../domain/conversation-decider.js';
import type { Conversation } from '../domain/conversation.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { requireChange } from './access.js';
import { loadWithOwner } from './load-with-owner.js';
import { decisionAttempts, metadataOf, type ConversationsContext, type RequestScope } from './context.js';
import type { AppendOptions, ConversationLog, LoadedConversation } from '../log/conversation-log.js';

/** Ends a conversation for good; one that never had a message is deleted. Errors: see the RPC. */
export async function finishConversation(
  context: ConversationsContext,
  caller: Caller,
  conversationId: string,
  scope: RequestScope,
): Promise<void> {
  const { tenantId } = caller;
  const { loaded: found, subject } = await loadWithOwner(context, caller, conversationId);
  requireChange(caller, 'Conversation:FinishConversation', subject);
  let loaded = found;
  const metadata = metadataOf(caller, scope);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await finish(context, loaded, { metadata });
    } catch (failure) {
      if (failure instanceof FencedError) throw interactionRunning();
      if (!(failure instanceof ConcurrencyError) || attempt >= decisionAttempts) throw failure;
      loaded = await context.log.load(tenantId, conversationId);
    }
  }
}

/** The version of the stream is what keeps a turn from beginning at the same time. */
async function finish(
  { log, database }: ConversationsContext,
  loaded: LoadedConversation,
  options: AppendOptions,
): Promise<void> {
  const { tenantId, id: conversationId, state } = loaded;
  const { running, stage } = existing(state);
  if (running === null || stage === 'finished') {
    await log.append(loaded, log.decide(state, { type: 'FinishConversation' }), options);
    return;
  }
  const lease = await findLease(database, { tenantId, conversationId });
  // Without its lease the turn has ended since the load: the append below finds that out.
  if (lease && !lease.isExpired) throw interactionRunning();
  const guard = lease && endExpiredLease(lease);
  await log.append(loaded, finishAfterVoid(log, state), { ...options, ...(guard && { guard }) });
}

/** A turn that its owner has left behind is voided, which is the end of a conversation that never had another one. */
function finishAfterVoid(log: ConversationLog, state: Conversation): readonly ConversationEvent[] {
  const leaveTurn = { type: 'VoidInteraction', reason: 'lease-expired' } as const;
  const voided = log.decide(state, leaveTurn);
  if (voided.some(({ type }) => type === 'ConversationDiscarded')) return voided;
  return log.decide(state, leaveTurn, { type: 'FinishConversation' });
}
