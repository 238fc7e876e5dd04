import { FinishReason, InteractionKind } from '@svc/contracts/conversations';
import { agentsEvents, conversationsEvents } from '@svc/contracts/public-events';
import type { TestBus } from '@svc/event-bus/test-bus';
import { workspaceTenant, type EventMetadata } from '@svc/kernel';

export const person = 'b0c1f7d2-9d0e-4a8e-8f3b-5b2b7c0a1d11';

interface Told {
  readonly conversationId: string;
  readonly serviceId?: string;
  readonly agentId?: string;
  readonly direction?: string;
  readonly channel?: string;
  readonly startedAtMs: number;
  readonly actor?: string;
}

/** What other contexts publish of a workspace. */
export class PublishedFacts {
  constructor(
    private readonly bus: TestBus,
    private readonly workspaceId: string,
  ) {}

  get tenantId() {
    return workspaceTenant(this.workspaceId);
  }

  async definition(kind: 'agent' | 'service' | 'tool', definitionId: string, name: string, agentId?: string) {
    const streamId = `${this.tenantId}/${kind}/${definitionId}`;
    const data = {
      ...{ kind, definitionId, name, createdAtMs: 1, parentId: undefined },
      body: { address: '', sizeBytes: 2, inlineJson: '{}' },
      summaryJson: JSON.stringify({ agent_id: agentId, is_active: true }),
      creator: { orgId: 'demo', userId: '' },
    };
    await this.bus.publish(agentsEvents.DefinitionCreated, { tenantId: this.tenantId, streamId, data });
  }

  async renamed(kind: 'agent' | 'service', definitionId: string, name: string, agentId?: string) {
    const streamId = `${this.tenantId}/${kind}/${definitionId}`;
    const data = {
      ...{ kind, definitionId, name, updatedAtMs: 2 },
      body: { address: '', sizeBytes: 2, inlineJson: '{}' },
      summaryJson: JSON.stringify({ agent_id: agentId, is_active: true }),
      updatedBy: { orgId: 'demo', userId: '' },
    };
    await this.bus.publish(agentsEvents.DefinitionUpdated, { tenantId: this.tenantId, streamId, data });
  }

  async retired(kind: 'agent' | 'service', definitionId: string) {
    const streamId = `${this.tenantId}/${kind}/${definitionId}`;
    const data = { kind, definitionId, retiredBy: { orgId: 'demo', userId: '' }, retiredAtMs: 3 };
    await this.bus.publish(agentsEvents.DefinitionRetired, { tenantId: this.tenantId, streamId, data });
  }

  async started({ conversationId, serviceId = 's', agentId = 'a', ...told }: Told): Promise<void> {
    const { direction = 'inbound', channel = 'web', startedAtMs, actor = 'user:1' } = told;
    const metadata: EventMetadata = { actor, correlationId: 'r', causationId: 'r' };
    await this.bus.publish(conversationsEvents.ConversationStarted, {
      ...this.#place(conversationId),
      metadata,
      data: {
        ...{ conversationId, serviceId, userId: person, tags: [], isReturningUser: false, startedAtMs },
        pins: {
          ...{ versionSetName: 'release', agentId, agentVersionNumber: 1 },
          ...{ contextGraphId: 'g', contextGraphVersionNumber: 1, llmModelPreferences: [] },
        },
        homeOrgId: undefined,
        workspace: { channel, direction, isSession: false, isSilent: false, useCaseId: undefined },
      },
    });
  }

  async turn(conversationId: string, completedAtMs: number): Promise<void> {
    await this.bus.publish(conversationsEvents.InteractionStarted, {
      ...this.#place(conversationId),
      data: {
        ...{ interactionId: 'i', kind: InteractionKind.INTERACTION_KIND_USER_MESSAGE, messages: [] },
        ...{ startedAtMs: completedAtMs, userId: person, serviceId: 's', isOnBehalf: false },
        ...{ isOwnTurn: false, clientMessageId: undefined },
      },
    });
    await this.bus.publish(conversationsEvents.InteractionCompleted, {
      ...this.#place(conversationId),
      data: {
        ...{ interactionId: 'i', conversationCompleted: false, completedAtMs, userId: person },
        ...{ serviceId: 's', messages: [], unheardCallIds: [] },
      },
    });
  }

  async collected(conversationId: string, values: object): Promise<void> {
    await this.bus.publish(conversationsEvents.FieldsCollected, {
      ...this.#place(conversationId),
      data: {
        ...{ interactionId: 'i', state: 's', graphId: 'g', graphVersion: 1, turns: 1, isComplete: false },
        ...{ valuesJson: JSON.stringify(values), userId: person, serviceId: 's' },
      },
    });
  }

  async tool(conversationId: string, status: string, endedAtMs: number, failure?: string): Promise<void> {
    await this.bus.publish(conversationsEvents.ToolOutcomeRecorded, {
      ...this.#place(conversationId),
      data: {
        ...{ interactionId: 'i', call: undefined, status, durationMs: 500, endedAtMs, userId: person },
        ...{ serviceId: 's', failure, reason: undefined, resultJson: undefined },
        settledBy: undefined,
      },
    });
  }

  async escalated(conversationId: string, requestedAtMs: number): Promise<void> {
    await this.bus.publish(conversationsEvents.EscalationRequested, {
      ...this.#place(conversationId),
      data: {
        ...{ escalationId: 'e', interactionId: 'i', trigger: 'ai', state: '', reason: '' },
        ...{ requestedAtMs, userId: person, serviceId: 's' },
      },
    });
  }

  async finished(conversationId: string, finishedAtMs: number, isCompleted = true): Promise<void> {
    const reason = isCompleted ? FinishReason.FINISH_REASON_COMPLETED : FinishReason.FINISH_REASON_REQUESTED;
    await this.bus.publish(conversationsEvents.ConversationFinished, {
      ...this.#place(conversationId),
      data: { reason, finishedAtMs, userId: person, serviceId: 's' },
    });
  }

  async discarded(conversationId: string): Promise<void> {
    await this.bus.publish(conversationsEvents.ConversationDiscarded, {
      ...this.#place(conversationId),
      data: { discardedAtMs: 1, userId: person, serviceId: 's' },
    });
  }

  #place(conversationId: string) {
    const { tenantId } = this;
    const streamId = `${tenantId}/conversation/${conversationId}`;
    return { tenantId, streamId, subject: `${tenantId}/user/${person}` };
  }
}
