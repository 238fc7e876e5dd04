import { ChannelKind, WorkspaceConversationStatus } from '@svc/contracts/conversations';
import { jsonOf } from './answers.js';
import {
  base,
  conversationId,
  entityId,
  serviceId,
  startConversationDesk,
  turnId,
  type ConversationDesk,
} from './conversation-desk.js';
import { workspaceId } from './harness.js';

let desk: ConversationDesk;
const ask: ConversationDesk['ask'] = (...asked) => desk.ask(...asked);

beforeAll(async () => {
  desk = await startConversationDesk();
});
afterAll(() => desk.stop());

describe('POST conversations', () => {
  it('begins one with a greeting, and gives the whole conversation', async () => {
    const response = await ask('POST', base, {
      service_id: serviceId.toUpperCase(),
      instruction: 'Be brief.',
    });
    expect(response.status).toBe(201);
    expect(await jsonOf(response)).toMatchObject({
      ...{ id: conversationId, channel_kind: 'web', status: 'active', lifecycle: 'dormant' },
      ...{ entity_id: entityId, direction: 'inbound', turn_count: 1, final_state: null },
      created_at: '1970-01-01T00:00:01.000Z',
      turns: [{ role: 'agent', text: 'Hello', turn_index: 0, selected_action_description: 'Greet' }],
    });
    expect(desk.seen.start).toMatchObject({
      serviceId,
      greets: true,
      isSession: false,
      instruction: 'Be brief.',
    });
  });

  it('greets not with auto_greet false', async () => {
    expect(await jsonOf(await ask('POST', base, { service_id: serviceId, auto_greet: false }))).toMatchObject(
      {
        turns: [],
      },
    );
  });

  it.each([
    ['no service', {}],
    ['a service that is no id', { service_id: 'x' }],
    ['an unknown channel', { service_id: serviceId, channel: 'fax' }],
    ['a recipient that is no number', { service_id: serviceId, recipient: '030' }],
    ['too long an instruction', { service_id: serviceId, instruction: 'x'.repeat(10_001) }],
  ])('refuses %s', async (_what, body) => {
    expect((await ask('POST', base, body)).status).toBe(422);
  });
});

describe('POST sessions/start', () => {
  it('names the conversation, and whether it is new', async () => {
    const body = {
      service_id: serviceId,
      channel_kind: 'web',
      canonical_id: 'crm:patient:7',
      greeting: 'Hi!',
    };
    const response = await ask('POST', `/v1/${workspaceId}/sessions/start`, body);
    expect([response.status, await jsonOf(response)]).toEqual([
      201,
      {
        ...{ conversation_id: conversationId, session_status: 'created', channel_kind: 'web' },
        ...{ entity_id: entityId, service_id: serviceId, created_at: '1970-01-01T00:00:01.000Z' },
      },
    ]);
    expect(desk.seen.start).toMatchObject({
      isSession: true,
      greets: false,
      canonicalId: 'crm:patient:7',
      greeting: 'Hi!',
    });
    const again = { ...body, canonical_id: null, entity_id: entityId };
    expect(await jsonOf(await ask('POST', `/v1/${workspaceId}/sessions/start`, again))).toMatchObject({
      session_status: 'already_active',
    });
  });

  it('is for the web', async () => {
    const body = { service_id: serviceId, channel_kind: 'sms' };
    expect((await ask('POST', `/v1/${workspaceId}/sessions/start`, body)).status).toBe(422);
  });
});

describe('GET and DELETE', () => {
  it('lists with a total, filters by channel and status, and takes frozen for active', async () => {
    const response = await ask('GET', `${base}?limit=1&offset=1&status=frozen&channel_kind=sms`);
    expect(await jsonOf(response)).toMatchObject({
      ...{ total: 3, has_more: true },
      items: [
        { lifecycle: 'closed', final_state: 'triage', duration_seconds: 60, completion_reason: 'requested' },
      ],
    });
    expect(desk.seen.rest).toMatchObject({
      status: WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_ACTIVE,
      channel: ChannelKind.CHANNEL_KIND_SMS,
      ...{ limit: 1, offset: 1 },
    });
  });

  it.each(['limit=0', 'limit=101', 'offset=-1', 'status=asleep', 'channel_kind=fax'])(
    'refuses %s',
    async (query) => {
      expect((await ask('GET', `${base}?${query}`)).status).toBe(422);
    },
  );

  it('shows a conversation, with calls of tools where they are asked for', async () => {
    const path = `${base}/${conversationId}?include_tool_calls=true`;
    expect(await jsonOf(await ask('GET', path))).toMatchObject({
      turns: [
        { role: 'user', turn_id: turnId, turn_index: 0 },
        {
          role: 'agent',
          tool_calls: [{ tool_name: 'book', input: { day: 'Tuesday' }, result: 'Booked.', duration_ms: 5 }],
          state_transition: { from: 'start', to: 'triage' },
        },
      ],
    });
    expect(desk.seen.rest).toMatchObject({ includeToolCalls: true });
  });

  it('closes one', async () => {
    expect((await ask('DELETE', `${base}/${conversationId}`)).status).toBe(204);
    expect(desk.seen.rest).toMatchObject({ conversationId });
  });

  it('moves one to another channel', async () => {
    const body = { channel: 'sms', recipient: '+4930123', use_case_id: serviceId, reason: 'They asked.' };
    expect((await ask('POST', `${base}/${conversationId}/channel`, body)).status).toBe(200);
    expect(desk.seen.rest).toMatchObject({ channel: ChannelKind.CHANNEL_KIND_SMS, dispatchOpener: false });
  });
});
