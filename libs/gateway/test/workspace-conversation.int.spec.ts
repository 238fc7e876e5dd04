import {
  ChannelKind,
  ConversationDirection,
  WorkspaceConversationStatus,
  WorkspaceTurnRole,
  type StartWorkspaceConversationRequest,
  type TakeWorkspaceTurnRequest,
  type TakeWorkspaceTurnResponse,
  type TurnEvent,
  type WorkspaceConversation,
  type WorkspaceTurn,
  type WorkspaceTurnOutcome,
} from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import type { RpcCall } from '@svc/rpc';
import { jsonOf } from './answers.js';
import { bearsWorkspaceKey, startTestGateway, workspaceId, type TestGateway } from './harness.js';

const conversationId = '5a4d28ba-2fa1-4d2e-883f-0016d3cca427';
const entityId = '7d0e28ba-2fa1-4d2e-883f-0016d3cca427';
const serviceId = '5e0e28ba-2fa1-4d2e-883f-0016d3cca427';
const turnId = '11112222-2fa1-5d2e-883f-0016d3cca427';
const base = `/v1/${workspaceId}/conversations`;
const turns = `${base}/${conversationId}/turns`;

const conversation: WorkspaceConversation = {
  ...{ conversationId, entityId, serviceId, isRunning: false, turnCount: 1 },
  channel: ChannelKind.CHANNEL_KIND_WEB,
  status: WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_ACTIVE,
  direction: ConversationDirection.CONVERSATION_DIRECTION_INBOUND,
  ...{ createdAtMs: 1_000, updatedAtMs: 61_000, state: 'triage' },
  ...{ contextGraphId: serviceId, contextGraphVersionNumber: 1 },
};
const said: WorkspaceTurn = {
  ...{ turnId, turnIndex: 0, text: 'Hi', createdAtMs: 2_000, messageId: 'm1', interactionId: 'i1' },
  role: WorkspaceTurnRole.WORKSPACE_TURN_ROLE_USER,
  channel: ChannelKind.CHANNEL_KIND_WEB,
  ...{ toolCalls: [], stateTransitions: [] },
};
const call = {
  callId: 'c1',
  toolName: 'book',
  inputJson: '{"day":"Tuesday"}',
  result: 'Booked.',
  succeeded: true,
};
const answer: WorkspaceTurn = {
  ...said,
  ...{ text: 'Hello', messageId: 'm2', role: WorkspaceTurnRole.WORKSPACE_TURN_ROLE_AGENT, action: 'Greet' },
  toolCalls: [{ ...call, durationMs: 5 }],
  stateTransitions: [{ from: 'start', to: 'triage' }],
};
const earlier: WorkspaceTurn = { ...answer, interactionId: 'i0', text: 'Still there?', toolCalls: [] };
const outcome: WorkspaceTurnOutcome = {
  ...{ input: said, output: [answer], conversation, backgroundPending: false, isDuplicate: false },
};

const piece = (message: string): TurnEvent => ({
  event: {
    $case: 'newMessage',
    value: { messageId: 'm2', message, sequenceNumber: 0, stop: message === '' },
  },
});
const complete: TurnEvent = {
  event: {
    $case: 'interactionComplete',
    value: { messageId: 'm2', interactionId: 'i1', fullMessage: 'Hello', conversationCompleted: false },
  },
};
const ofTool: TurnEvent[] = [
  { event: { $case: 'toolCallStarted', value: call } },
  { event: { $case: 'toolCallCompleted', value: { ...call, durationMs: 5 } } },
];

type Turn = (
  request: TakeWorkspaceTurnRequest,
  call: RpcCall,
) => AsyncGenerator<TakeWorkspaceTurnResponse, void, void>;

async function* told(...responses: readonly Partial<TakeWorkspaceTurnResponse>[]) {
  for (const response of responses) yield { events: [], earlier: [], ...response };
}

const whole: Turn = () => told({}, { events: [piece('Hel'), piece('lo'), piece(''), complete] }, { outcome });

let gateway: TestGateway;
let turn: Turn;
const seen: { start?: StartWorkspaceConversationRequest; turn?: TakeWorkspaceTurnRequest; rest?: object } =
  {};

beforeAll(async () => {
  gateway = await startTestGateway({
    workspaceConversations: {
      startWorkspaceConversation: async (request) => {
        seen.start = request;
        return { conversation, isNew: request.entityId === undefined, turns: request.greets ? [answer] : [] };
      },
      getWorkspaceConversation: async (request) => {
        seen.rest = request;
        return { conversation, turns: [said, answer] };
      },
      listWorkspaceConversations: async (request) => {
        seen.rest = request;
        return { conversations: [{ ...conversation, completionReason: 'requested' }], total: 3 };
      },
      closeWorkspaceConversation: async (request) => {
        seen.rest = request;
        return {};
      },
      takeWorkspaceTurn: (request, context) => {
        seen.turn = request;
        return turn(request, context);
      },
      collectWorkspaceTurns: async (request) => {
        seen.rest = request;
        return { outcome: { ...outcome, input: undefined, output: [] } };
      },
      switchWorkspaceChannel: async (request) => {
        seen.rest = request;
        return { conversation };
      },
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => void (turn = whole));

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.call(method, path, body, { ...bearsWorkspaceKey, ...headers });

const forEvents = { accept: 'text/event-stream' };

/** `event`, and its data. */
async function framesOf(
  response: Response,
): Promise<readonly (readonly [string, Record<string, unknown>])[]> {
  const frames = (await response.text()).split('\n\n').filter((frame) => frame !== '');
  return frames.map((frame) => {
    const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
    return [name, JSON.parse(data) as Record<string, unknown>];
  });
}

const namesOf = async (response: Response) => (await framesOf(response)).map(([name]) => name);

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
    expect(seen.start).toMatchObject({ serviceId, greets: true, isSession: false, instruction: 'Be brief.' });
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
    expect(seen.start).toMatchObject({
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
    expect(seen.rest).toMatchObject({
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
    expect(seen.rest).toMatchObject({ includeToolCalls: true });
  });

  it('closes one', async () => {
    expect((await ask('DELETE', `${base}/${conversationId}`)).status).toBe(204);
    expect(seen.rest).toMatchObject({ conversationId });
  });

  it('moves one to another channel', async () => {
    const body = { channel: 'sms', recipient: '+4930123', use_case_id: serviceId, reason: 'They asked.' };
    expect((await ask('POST', `${base}/${conversationId}/channel`, body)).status).toBe(200);
    expect(seen.rest).toMatchObject({ channel: ChannelKind.CHANNEL_KIND_SMS, dispatchOpener: false });
  });
});

describe('a turn as one answer', () => {
  it('holds what was said, and calls of tools only where they are asked for', async () => {
    const plain = await jsonOf(await ask('POST', turns, { message: 'Hi' }));
    expect(plain).toMatchObject({
      ...{ turn_id: turnId, background_pending: false, tool_calls: [] },
      input: { role: 'user', text: 'Hi', turn_index: 0 },
      output: [{ role: 'agent', text: 'Hello', tool_calls: [] }],
      conversation: { id: conversationId, turn_count: 1, context_graph_state: { name: 'triage' } },
    });
    const more = await jsonOf(await ask('POST', `${turns}?include_tool_calls=true`, { message: 'Hi' }));
    expect(more['tool_calls']).toMatchObject([{ call_id: 'c1', succeeded: true }]);
  });

  it('passes on all that the client says, in words', async () => {
    await ask('POST', turns, {
      message: 'Look:',
      content: [{ text: 'my foot' }, { type: 'image', url: 'https://x.test/1.png', media_type: 'image/png' }],
      media_url: 'https://x.test/2.mp3',
      ...{ context: 'They are on page 2.', viewport_width: 80, viewport_height: 24 },
      ...{ wait_for_final: true, suppress_filler: true },
    });
    expect(seen.turn).toMatchObject({
      message: 'Look:\nmy foot\n[image/png: https://x.test/1.png]\n[attachment: https://x.test/2.mp3]',
      ...{
        context: 'They are on page 2.',
        waitForFinal: true,
        suppressFiller: true,
        includeToolCalls: false,
      },
    });
  });

  it.each([
    ['conversation_busy', 409, 'conversation_busy'],
    ['conversation_finished', 409, 'conversation_closed'],
    ['not_found', 404, 'not_found'],
  ] as const)('that is refused with %s answers %s', async (code, status, name) => {
    turn = async function* () {
      throw new DomainError(code, 'No.');
      yield* told();
    };
    for (const headers of [{}, forEvents]) {
      const response = await ask('POST', turns, { message: 'Hi' }, headers);
      expect([response.status, (await jsonOf(response))['error_code']]).toEqual([status, name]);
    }
  });

  it('with an unknown outcome is no success', async () => {
    turn = () => told({ events: [piece('Hel')] });
    expect((await ask('POST', turns, { message: 'Hi' })).status).toBe(503);
  });

  it.each([
    ['too long a message', { message: 'x'.repeat(10_001) }],
    ['too many parts', { content: Array.from({ length: 21 }, () => ({ text: 'x' })) }],
    ['too narrow a viewport', { viewport_width: 19 }],
    ['too long a context', { context: 'x'.repeat(100_001) }],
  ])('refuses %s', async (_what, body) => {
    expect((await ask('POST', turns, body)).status).toBe(422);
  });
});

describe('a poll', () => {
  it('takes no turn, and gives what nobody has heard', async () => {
    const response = await ask('POST', `${turns}?poll=true`, {});
    expect(await jsonOf(response)).toMatchObject({
      output: [],
      tool_calls: [],
      input: { text: '' },
      turn_id: null,
    });
  });

  it.each([
    ['a message', { message: 'Hi' }, {}],
    ['wait_for_final', { wait_for_final: false }, {}],
    ['suppress_filler', { suppress_filler: true }, {}],
    ['events', {}, forEvents],
  ])('does not go together with %s', async (_what, body, headers) => {
    expect((await ask('POST', `${turns}?poll=true`, body, headers)).status).toBe(422);
  });
});

describe('a turn as a stream', () => {
  const stream = (query = '') => ask('POST', `${turns}/stream${query}`, { message: 'Hi' });

  it('tells tokens, the message and the end, by either route', async () => {
    for (const response of [await stream(), await ask('POST', turns, { message: 'Hi' }, forEvents)]) {
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      expect(await framesOf(response)).toEqual([
        ['token', { text: 'Hel' }],
        ['token', { text: 'lo' }],
        ['message', { role: 'agent', text: 'Hello' }],
        [
          'done',
          {
            ...{
              conversation_id: conversationId,
              status: 'active',
              turn_count: 1,
              background_pending: false,
            },
            ...{ delivery_protocol_version: null, turn_id: turnId, turn_index: 0 },
          },
        ],
      ]);
    }
  });

  it('tells calls of tools before the message', async () => {
    turn = () => told({ events: ofTool }, { events: [piece('Hello'), complete] }, { outcome });
    expect((await framesOf(await stream('?include_tool_calls=true'))).slice(0, 2)).toEqual([
      ['tool_call_started', { tool_name: 'book', call_id: 'c1', input: '{"day":"Tuesday"}' }],
      [
        'tool_call_completed',
        { tool_name: 'book', call_id: 'c1', result: 'Booked.', succeeded: true, duration_ms: 5 },
      ],
    ]);
    expect(seen.turn?.includeToolCalls).toBe(true);
  });

  it('begins with what nobody has heard', async () => {
    const output = [earlier, answer];
    turn = () =>
      told(
        { earlier: [earlier] },
        { events: [piece('Hello'), complete] },
        { outcome: { ...outcome, output } },
      );
    expect((await framesOf(await stream())).map(([name, { text }]) => [name, text])).toEqual([
      ['message', 'Still there?'],
      ['token', 'Hello'],
      ['message', 'Hello'],
      ['done', undefined],
    ]);
  });

  it('ends with what came late', async () => {
    const late = { ...answer, interactionId: 'i2', text: 'It is booked.' };
    turn = () => told({ events: [complete] }, { outcome: { ...outcome, output: [answer, late] } });
    expect(await namesOf(await stream())).toEqual(['message', 'message', 'done']);
  });

  it('sends its head when the turn begins', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    turn = async function* (...given) {
      yield { events: [], earlier: [] };
      await held;
      yield* whole(...given);
    };
    const response = await stream();
    expect(response.status).toBe(200);
    release();
    expect((await namesOf(response)).at(-1)).toBe('done');
  });

  it.each([
    ['service_unavailable', 'upstream_error', true, 503],
    ['conversation_finished', 'client_error', false, 409],
    ['internal_error', 'unknown', false, 500],
  ] as const)('that fails with %s ends with an error', async (code, name, retryable, status) => {
    turn = async function* () {
      yield* told({ events: [piece('Hel')] });
      throw code === 'internal_error' ? new Error('secret') : new DomainError(code, 'No.');
    };
    const frames = await framesOf(await stream());
    expect(frames.map(([event]) => event)).toEqual(['token', 'error']);
    expect(frames.at(-1)?.[1]).toMatchObject({ code: name, retryable, status_code: status });
    expect(JSON.stringify(frames)).not.toContain('secret');
  });

  it('with an unknown outcome ends with an error that says so', async () => {
    turn = () => told({ events: [piece('Hel')] });
    expect((await framesOf(await stream())).at(-1)?.[1]).toMatchObject({ code: 'stream_interrupted' });
  });
});
