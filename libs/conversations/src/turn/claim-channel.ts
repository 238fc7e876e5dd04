import { DomainError } from '@svc/errors';
import type { Tx } from '@svc/postgres';
import type { ChannelKind } from '../domain/workspace-conversation.js';
import { findOpenOnChannel, type EntityInService } from '../projections/workspace-list-query.js';

/** An entity has a conversation with the service on the channel, which is taken instead of a new one. */
export class OpenOnChannelError extends DomainError {
  constructor(readonly conversationId: string) {
    super('conversation_already_open', 'The conversation on this channel is open.');
  }
}

/**
 * What comes before a conversation is stored: two that begin at once are one. Whoever is second waits for the end of the other
 * transaction. @throws OpenOnChannelError
 */
export function claimChannel(inService: EntityInService, channel: ChannelKind): (tx: Tx) => Promise<void> {
  const { tenantId, entityId, serviceId } = inService;
  return async (tx) => {
    await tx.query({
      name: 'conversations.claim_channel',
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [['channel', tenantId, entityId, serviceId, channel].join('/')],
    });
    const open = await findOpenOnChannel(tx, inService, channel);
    if (open !== undefined) throw new OpenOnChannelError(open);
  };
}
