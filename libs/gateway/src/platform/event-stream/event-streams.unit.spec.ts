import {
  ChannelKind,
  ConversationDirection,
  WorkspaceConversationStatus,
  WorkspaceTurnRole,
  type GetWorkspaceConversationResponse,
  type WorkspaceTurn,
} from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import type { PublicEvent } from '@svc/event-bus';
import type { ServerSentEvent } from '@svc/http';
import { toldEventOf } from './tell-workspaces.js';
import { idSteps } from './recent-events.js';
import { EventStreams, maxStreams, type Subscription } from './event-streams.js';

const workspaceId = '8c1b6c0e-5f0c-4c9e-9a55-0d1f3f0c2b11';
const conversationId = '0b7d3b1e-2c2f-4e55-8a4e-7d8f0a6b9c01';
const now = 1_795_219_200_000;

/** As conversations publishes it. */
function published(
  eventType: string,
  payload: object,
  atMs = now,
  tenantId = `ws:${workspaceId}`,
): PublicEvent {
  const hash = Buffer.alloc(32);
  return {
    ...{ source: 'conversations', eventType, tenantId: tenantId as PublicEvent['tenantId'] },
    ...{ streamId: `${tenantId}/conversation/${conversationId}`, subject: null, streamVersion: 1, hash },
    ...{ previousVersion: 0, previousHash: hash, eventId: 'e', schemaVersion: 1, occurredAtMs: atMs },
    ...{ metadata: '{}', payload: JSON.stringify(payload) },
  };
}

const workspace = { channel: 'web', direction: 'inbound', isSession: false, isSilent: false };
const started = (atMs = now, changes: object = {}) =>
  published('ConversationStarted', { serviceId: 's', userId: 'e', workspace, ...changes }, atMs);
const turn: WorkspaceTurn = {
  turnId: undefined,
  turnIndex: undefined,
  role: WorkspaceTurnRole.WORKSPACE_TURN_ROLE_AGENT,
  text: 'Your appointment is made.',
  createdAtMs: now,
  channel: ChannelKind.CHANNEL_KIND_WEB,
  toolCalls: [
    {
      ...{ callId: 'i/tool.book.0', toolName: 'book', inputJson: '{}', result: '{"booked":true}' },
      ...{ succeeded: true, durationMs: 20, errorMessage: undefined },
    },
  ],
  stateTransitions: [],
  action: undefined,
  messageId: 'm1',
  interactionId: 'i',
};
const read = (
  direction = ConversationDirection.CONVERSATION_DIRECTION_INBOUND,
): GetWorkspaceConversationResponse => ({
  conversation: {
    ...{
      conversationId,
      channel: ChannelKind.CHANNEL_KIND_WEB,
      isRunning: false,
      entityId: 'e',
      serviceId: 's',
    },
    status: WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_COMPLETED,
    ...{ direction, turnCount: 3, createdAtMs: now - 4_500, updatedAtMs: now, completionReason: 'completed' },
    ...{ state: 'Goodbye', recipient: undefined, contextGraphId: 'g', contextGraphVersionNumber: 1 },
  },
  turns: [turn],
});

const leaving = new Set<AbortController>();
afterEach(() => {
  for (const controller of leaving) controller.abort();
  leaving.clear();
});

/** A client of the stream. */
function subscribe(streams: EventStreams, changes: Partial<Subscription> = {}) {
  const controller = new AbortController();
  leaving.add(controller);
  const frames = streams.open({
    ...{ workspaceId, lastEventId: undefined, signal: controller.signal },
    admit: async () => undefined,
    conversation: async () => read(),
    ...changes,
  });
  const next = async (): Promise<readonly ServerSentEvent[] | undefined> => {
    const { value, done } = await frames.next();
    return done ? undefined : value;
  };
  return { next, controller, frames };
}

/** As the tail does. */
function take(streams: EventStreams, event: PublicEvent): void {
  const told = toldEventOf(event);
  if (told) streams.take(told.workspaceId, told.event);
}

let clockMs = now;
const unreadable: unknown[] = [];
beforeEach(() => {
  clockMs = now;
  unreadable.length = 0;
});
const streamsOf = (pingMs = 60_000) =>
  new EventStreams({
    now: () => clockMs,
    idStep: now % idSteps,
    pingMs,
    onUnreadable: (error) => void unreadable.push(error),
  });
const head = [{ retryMs: 3_000 }];
const startedFrame = (id: number) => ({
  id: String(id),
  event: 'text.started',
  data: { session_id: conversationId, service_id: 's', channel_kind: 'web', entity_id: 'e' },
});

describe('the stream of a workspace', () => {
  it('reads of a conversation what the event is told with, and no words for others', async () => {
    const streams = streamsOf();
    const parts: unknown[] = [];
    const { next } = subscribe(streams, {
      conversation: async (_id, part) => {
        parts.push(part);
        return read();
      },
    });
    await next();
    const call = { callId: 'c', name: 'book', round: 1, isBackground: true };
    take(streams, published('ConversationFinished', {}));
    take(streams, published('AgentMessageCompleted', { isOwnTurn: true, message: { messageId: 'm1' } }));
    take(streams, published('ToolOutcomeRecorded', { call, status: 'ended' }));
    take(streams, published('WaitEnded', { decision: 'approved' }));
    for (let told = 0; told < 4; told += 1) await next();
    expect(parts).toEqual([
      { includeToolCalls: false, omitsTurns: true },
      { includeToolCalls: false, omitsTurns: false },
      { includeToolCalls: true, omitsTurns: false },
      { includeToolCalls: false, omitsTurns: true },
    ]);
  });

  it('begins with the pause before a reconnection alone, then tells what happens from now on', async () => {
    const streams = streamsOf();
    take(streams, started(now - 16));
    const { next } = subscribe(streams);
    expect(await next()).toEqual(head);
    take(streams, started());
    expect(await next()).toEqual([startedFrame(now)]);
  });

  it('given the id of the last event, then it goes on behind it', async () => {
    const streams = streamsOf();
    for (const atMs of [now - 32, now - 16, now]) take(streams, started(atMs));
    const { next } = subscribe(streams, { lastEventId: now - 32 });
    expect([await next(), await next(), await next()]).toEqual([
      head,
      [startedFrame(now - 16)],
      [startedFrame(now)],
    ]);
  });

  it.each([
    [
      'an end',
      published('ConversationFinished', {}),
      'text.completed',
      {
        ...{ session_id: conversationId, duration_seconds: 4.5, turn_count: 3 },
        ...{ completion_reason: 'completed', final_state: 'Goodbye', channel_kind: 'web' },
      },
    ],
    [
      'a message that nobody asked for',
      published('AgentMessageCompleted', { isOwnTurn: true, message: { messageId: 'm1' } }),
      'text.agent_message',
      { conversation_id: conversationId, text: 'Your appointment is made.', delivery_id: null },
    ],
    [
      'what came of a tool in the background',
      published('ToolOutcomeRecorded', {
        call: { callId: 'i/tool.book.0', name: 'book', isBackground: true, round: 1 },
        status: 'ended',
        durationMs: 20,
      }),
      'text.background_result',
      {
        ...{ conversation_id: conversationId, tool_name: 'book', call_id: 'bg:i/tool.book.0' },
        ...{ succeeded: true, result: '{"booked":true}', depth: 1, duration_ms: 20 },
      },
    ],
    [
      'an approval',
      published('WaitEnded', { decision: 'approved' }),
      'integration.approval_granted',
      { conversation_id: conversationId },
    ],
    [
      'a refusal',
      published('WaitEnded', { decision: 'rejected' }),
      'integration.approval_rejected',
      { conversation_id: conversationId, reason: null },
    ],
  ])('tells %s, with its words from the conversation', async (_what, event, name, data) => {
    const streams = streamsOf();
    const { next } = subscribe(streams);
    await next();
    take(streams, event);
    expect(await next()).toEqual([{ id: String(now), event: name, data }]);
  });

  const of = { surfaceId: conversationId, entityId: '7d0e28ba-2fa1-4d2e-883f-0016d3cca427' };
  const ofSurface = { surface_id: of.surfaceId, entity_id: of.entityId };
  it.each([
    [
      published('SurfaceCreated', { ...of, channel: 'web', fieldsCount: 2, source: 'api' }),
      'surface.created',
      {
        ...{ ...ofSurface, channel: 'web', fields_count: 2, source: 'api' },
        ...{ form_template_id: null, review_required: false },
      },
    ],
    [
      published('SurfaceDelivered', { ...of, channel: 'web' }),
      'surface.delivered',
      {
        ...{ ...ofSurface, channel: 'web', channel_address: null, delivery_status: 'delivered' },
        ...{ message_id: null, short_url: null },
      },
    ],
    [
      published('SurfaceReviewed', { ...of, decision: 'approved' }),
      'surface.review_approved',
      { surface_id: of.surfaceId },
    ],
    [
      published('SurfaceReviewed', { ...of, decision: 'rejected' }),
      'surface.review_rejected',
      { surface_id: of.surfaceId, reason: null },
    ],
    [published('SurfaceOpened', of), 'surface.opened', ofSurface],
    [
      published('SurfaceFieldSaved', { ...of, fieldKey: 'day' }),
      'surface.field_saved',
      { ...ofSurface, field_key: 'day' },
    ],
    [
      published('SurfaceSubmitted', { ...of, fieldsSubmitted: ['day'], submittedAtMs: 0 }),
      'surface.submitted',
      { ...ofSurface, submitted_at: '1970-01-01T00:00:00.000Z', fields_submitted: ['day'] },
    ],
    [
      published('SurfaceArchived', { ...of, reason: 'withdrawn' }),
      'surface.archived',
      { surface_id: of.surfaceId },
    ],
  ])('tells what happens to a surface without asking anybody: %#', async (event, name, data) => {
    const streams = streamsOf();
    const conversation = () => Promise.reject(new Error('Nobody is asked.'));
    const { next } = subscribe(streams, { conversation });
    await next();
    take(streams, event);
    expect(await next()).toMatchObject([{ event: name, data }]);
  });

  it('given what belongs to others or is a try, then it tells nothing of it', async () => {
    const streams = streamsOf();
    const { next } = subscribe(streams, {
      conversation: async () => read(ConversationDirection.CONVERSATION_DIRECTION_SIMULATED),
    });
    await next();
    const other = 'ws:11111111-1111-4111-8111-111111111111';
    take(streams, published('ConversationStarted', { workspace }, now, other));
    take(streams, published('ConversationStarted', { workspace }, now, 'org:demo'));
    take(streams, started(now, { workspace: { ...workspace, direction: 'simulated' } }));
    take(streams, published('ConversationFinished', {}));
    take(streams, published('AgentMessageCompleted', { isOwnTurn: false, message: { messageId: 'm1' } }));
    take(streams, started(now + 5));
    expect(await next()).toEqual([startedFrame(now + 16)]);
  });

  it('when nothing happens, then it says that it is alive, and asks whether it may still be read', async () => {
    let asked = 0;
    const admit = async () => {
      asked += 1;
      if (asked === 2) throw new Error('The key is gone.');
    };
    const { next } = subscribe(streamsOf(1), { admit });
    expect(await next()).toEqual(head);
    clockMs += 1;
    expect(await next()).toEqual([{ comment: 'ping' }]);
    clockMs += 1;
    await expect(next()).rejects.toThrow('The key is gone.');
  });

  it('when something happens all the time, then it asks as often whether it may still be read', async () => {
    const streams = streamsOf();
    const { next } = subscribe(streams, { admit: () => Promise.reject(new Error('The key is gone.')) });
    await next();
    take(streams, started(now + 1));
    expect(await next()).toEqual([startedFrame(now + 16)]);
    clockMs += 60_000;
    take(streams, started(now + 2));
    await expect(next()).rejects.toThrow('The key is gone.');
  });

  it('given a conversation that can not be read, then what comes behind it is told', async () => {
    const streams = streamsOf();
    const conversation = () => Promise.reject(new Error('too long'));
    const { next } = subscribe(streams, { conversation });
    await next();
    take(streams, published('ConversationFinished', {}));
    take(streams, started(now + 1));
    expect(await next()).toEqual([startedFrame(now + 16)]);
    expect(unreadable).toHaveLength(1);
  });

  it('given as many as a workspace may have, then a further one is told so, until one leaves', async () => {
    const streams = streamsOf();
    const open = Array.from({ length: maxStreams }, () => subscribe(streams));
    for (const { next } of open) await next();
    const refused = subscribe(streams);
    expect(await refused.next()).toMatchObject([
      { retryMs: 3_000 },
      { event: 'error', data: { code: 'too_many_streams', max_streams: maxStreams } },
    ]);
    expect(await refused.next()).toBeUndefined();
    await open[0]?.frames.return();
    expect(await subscribe(streams).next()).toEqual(head);
  });

  it('given a reader who is too slow, then it is told to connect again', async () => {
    const streams = streamsOf();
    const { next } = subscribe(streams);
    await next();
    for (let index = 0; index < 12_000; index += 1) take(streams, started(now + index));
    expect(await next()).toMatchObject([{ event: 'error', data: { code: 'stream_error' } }]);
    expect(await next()).toBeUndefined();
  });

  it('reads the words of an event once for all, and again after a failure', async () => {
    const streams = streamsOf();
    let reads = 0;
    const conversation = async () => {
      reads += 1;
      if (reads === 1) throw new DomainError('service_unavailable', 'It is away.');
      return read();
    };
    const first = subscribe(streams, { conversation });
    await first.next();
    take(streams, published('ConversationFinished', {}));
    await expect(first.next()).rejects.toMatchObject({ code: 'service_unavailable' });
    const again = [1, 2].map(() => subscribe(streams, { conversation, lastEventId: now - 1 }));
    for (const { next } of again) {
      await next();
      expect(await next()).toMatchObject([{ event: 'text.completed' }]);
    }
    expect(reads).toBe(2);
  });
});
