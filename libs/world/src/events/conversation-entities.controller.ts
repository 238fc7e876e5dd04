import type {
  ConversationFinished,
  ConversationStarted,
  FieldsCollected,
  ToolOutcomeRecorded,
} from '@svc/contracts/conversations';
import { conversationsEvents } from '@svc/contracts/public-events';
import { causedBy, type EffectHandling, type ReceivedEvent } from '@svc/event-bus';
import { EventController, OnBatch, ReactTo } from '@svc/event-bus/nest';
import { workspaceOf, type JsonObject, type JsonValue } from '@svc/kernel';
import { personType } from '../domain/enrichment-key/enrichment-key-fields.js';
import { Entities } from '../application/entities.js';
import { NoteCollectedFields } from '../application/note-collected-fields.js';
import { existingEntity } from '../domain/entity/entity.js';

const countedDirections: ReadonlySet<string> = new Set(['inbound', 'outbound']);

/** Notes conversations of workspaces, who calls in them, and what they give. Tries of agents are nobody's. */
@EventController('conversation-entities', { readsPersonal: true })
export class ConversationEntitiesController {
  constructor(
    private readonly entities: Entities,
    private readonly fields: NoteCollectedFields,
  ) {}

  @OnBatch<ConversationStarted | ConversationFinished | ToolOutcomeRecorded>(
    conversationsEvents.ConversationStarted,
    conversationsEvents.ConversationFinished,
    conversationsEvents.ToolOutcomeRecorded,
  )
  async happened(
    events: readonly ReceivedEvent<ConversationStarted | ConversationFinished | ToolOutcomeRecorded>[],
    { tx }: EffectHandling,
  ): Promise<void> {
    for (const event of events) {
      if (workspaceOf(event.tenantId) === null) continue;
      if (event.type === 'ConversationStarted')
        await this.#began(event as ReceivedEvent<ConversationStarted>, tx);
      else if (event.type === 'ToolOutcomeRecorded')
        await this.#called(event as ReceivedEvent<ToolOutcomeRecorded>, tx);
      else await this.#ended(event as ReceivedEvent<ConversationFinished>, tx);
    }
  }

  /** Nothing is taken of who is erased, and of values that are too long to be told. */
  @ReactTo(conversationsEvents.FieldsCollected)
  async collected(event: ReceivedEvent<FieldsCollected>): Promise<void> {
    const { tenantId, data, eventId, occurredAtMs: collectedAtMs } = event;
    if (workspaceOf(tenantId) === null || data.valuesJson === '') return;
    const conversationId = conversationOf(event);
    const { state } = await this.entities.load(tenantId, conversationId);
    if (state === null || state === 'erased') return;
    const values = JSON.parse(data.valuesJson) as JsonObject;
    const metadata = causedBy(event, 'service:world');
    const of = { tenantId, entityId: data.userId, conversationId, eventId };
    await this.fields.execute({ ...of, metadata, collectedAtMs, values });
  }

  /** How often calls of tools have failed, by the class of the failure. */
  async #called(event: ReceivedEvent<ToolOutcomeRecorded>, tx: EffectHandling['tx']): Promise<void> {
    const { tenantId, data } = event;
    if (data.status !== 'failed') return;
    const failure = data.failure ?? 'generic';
    const id = conversationOf(event);
    const { state } = await this.entities.load(tenantId, id, tx);
    if (state === null || state === 'erased') return;
    const target = { tenantId, id, metadata: causedBy(event, 'service:world'), tx };
    await this.entities.change(target, (loaded) => {
      const { tool_failures: known = {} } = existingEntity(loaded.state).facts;
      const counts = known as Readonly<Record<string, JsonValue>>;
      const failures = { ...counts, [failure]: Number(counts[failure] ?? 0) + 1 };
      return { type: 'ChangeEntity', facts: { tool_failures: failures } };
    });
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
    const { tenantId } = event;
    const target = {
      tenantId,
      id: conversationOf(event),
      metadata: causedBy(event, 'service:world'),
      tx,
    };
    const { state } = await this.entities.load(tenantId, target.id, tx);
    if (state !== null && state !== 'erased')
      await this.entities.change(target, () => ({ type: 'ChangeEntity', facts: { status: 'finished' } }));
  }
}

function conversationOf({ streamId }: Pick<ReceivedEvent, 'streamId'>): string {
  return streamId.split('/').at(-1) ?? '';
}
