import type { ConversationFinished, ConversationStarted } from '@svc/contracts/conversations';
import { conversationsEvents } from '@svc/contracts/public-events';
import { causedBy, type EffectHandling, type ReceivedEvent } from '@svc/event-bus';
import { EventController, OnBatch } from '@svc/event-bus/nest';
import { workspaceOf } from '@svc/kernel';
import { personType } from '../domain/enrichment-key/enrichment-key-fields.js';
import { Entities } from '../application/entities.js';

const countedDirections: ReadonlySet<string> = new Set(['inbound', 'outbound']);

/** Notes conversations of workspaces and who calls in them. Tries of agents are nobody's. */
@EventController('conversation-entities')
export class ConversationEntitiesController {
  constructor(private readonly entities: Entities) {}

  @OnBatch<ConversationStarted | ConversationFinished>(
    conversationsEvents.ConversationStarted,
    conversationsEvents.ConversationFinished,
  )
  async happened(
    events: readonly ReceivedEvent<ConversationStarted | ConversationFinished>[],
    { tx }: EffectHandling,
  ): Promise<void> {
    for (const event of events) {
      if (workspaceOf(event.tenantId) === null) continue;
      if (event.type === 'ConversationStarted')
        await this.#began(event as ReceivedEvent<ConversationStarted>, tx);
      else await this.#ended(event as ReceivedEvent<ConversationFinished>, tx);
    }
  }

  async #began(event: ReceivedEvent<ConversationStarted>, tx: EffectHandling['tx']): Promise<void> {
    const { tenantId, data } = event;
    const { conversationId, userId, serviceId, workspace } = data;
    if (!workspace || !countedDirections.has(workspace.direction)) return;
    const origin = { source: 'conversation', sourceSystem: null };
    const { channel, direction } = workspace;
    const facts = { channel, direction, status: 'open', service_id: serviceId, person_id: userId };
    const noted = [
      { entityId: userId, entityType: personType, facts: {} },
      { entityId: conversationId, entityType: 'conversation', facts },
    ];
    for (const entity of noted) {
      const target = { tenantId, id: entity.entityId, metadata: causedBy(event, 'service:world'), tx };
      await this.entities.change(target, () => ({ type: 'NoteEntity', ...origin, ...entity }));
    }
  }

  async #ended(event: ReceivedEvent<ConversationFinished>, tx: EffectHandling['tx']): Promise<void> {
    const { tenantId, streamId } = event;
    const target = {
      tenantId,
      id: streamId.split('/').at(-1) ?? '',
      metadata: causedBy(event, 'service:world'),
      tx,
    };
    const { state } = await this.entities.load(tenantId, target.id, tx);
    if (state !== null && state !== 'erased')
      await this.entities.change(target, () => ({ type: 'ChangeEntity', facts: { status: 'finished' } }));
  }
}
