import { jest } from '@jest/globals';
import { get, request as httpRequest } from 'node:http';
import {
  InteractionKind,
  MessageFormat,
  MessageType,
  type CreateConversationRequest,
  type InteractRequest,
  type TurnEvent,
} from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import type { CallContext } from '@svc/rpc';
import {
  accessWith,
  jsonOf,
  startTestGateway,
  type ConversationsScript,
  type TestGateway,
} from '../test/harness.js';

// Real connections on a machine that may do much else.
jest.setTimeout(60_000);

type Event = NonNullable<TurnEvent['event']>;
type Stream = AsyncIterable<{ event: TurnEvent | undefined }>;
type TurnRequest = CreateConversationRequest | InteractRequest;

const id = '65f0000000000000000000c1';
const created: Event = { $case: 'conversationCreated', value: { conversationId: id } };
const available: Event = { $case: 'userMessageAvailable', value: { messageId: 'm1', userMessage: 'hi' } };
const piece = (message: string, sequenceNumber: number, stop = false): Event => ({
  $case: 'newMessage',
  value: { messageId: 'm2', message, sequenceNumber, stop },
});
const action = (actionType: string): Event => ({
  $case: 'currentAgentAction',
  value: { actionType, actionJson: JSON.stringify({ type: actionType }) },
});
const complete: Event = {
  $case: 'interactionComplete',
  value: { messageId: 'm2', interactionId: 'i1', fullMessage: 'Hello', conversationCompleted: false },
};

let turn: (request: TurnRequest, context: CallContext) => AsyncIterable<Event>;
let access = accessWith();
const requests: TurnRequest[] = [];
const asked: object[] = [];

async function* stream(request: TurnRequest, context: CallContext): Stream {
  requests.push(request);
  for await (const event of turn(request, context)) yield { event: { event } };
}
const conversations: ConversationsScript = {
  createConversation: stream,
  interact: stream,
  finishConversation: ({ conversationId }) =>
    conversationId === id
      ? Promise.resolve({})
      : Promise.reject(new DomainError('not_found', 'There is no conversation with this id.')),
  listMessages: (request) => {
    asked.push(request);
    return Promise.resolve({
      messages: [
        {
          messageId: 'm1',
          interactionId: 'i1',
          type: MessageType.MESSAGE_TYPE_AGENT_MESSAGE,
          sender: 'Ava',
          text: 'Hello',
          format: MessageFormat.MESSAGE_FORMAT_TEXT,
          createdAtMs: 1_700_000_000_000,
        },
      ],
      page: { hasMore: true, nextOffset: 1 },
    });
  },
  listConversations: (request) => {
    asked.push(request);
    return Promise.resolve({
      conversations: [
        {
          conversationId: id,
          userId: 'user-1',
          serviceId: '65f000000000000000000001',
          createdAtMs: 1_700_000_000_000,
          isFinished: false,
          isAnalyzed: false,
          completedPostProcessings: [],
          finalMessage: 'Hello',
          versionSetInfo: {
            name: 'release',
            agentId: 'a',
            agentVersionNumber: 1,
            contextGraphId: 'g',
            contextGraphVersionNumber: 2,
            llmModelPreferences: [],
          },
          numMessages: 1,
          tags: [{ key: 'k', value: undefined }],
        },
      ],
      page: { hasMore: false, nextOffset: undefined },
    });
  },
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ conversations, identity: { getAccess: () => Promise.resolve(access) } });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  requests.length = 0;
  asked.length = 0;
  access = accessWith();
  gateway.clock.nowMs += 120_000;
  turn = async function* () {
    yield* [created, piece('Hel', 0), piece('lo', 1, true), complete];
  };
});

const createPath = '/v1/demo/conversation/?response_format=text';
const interactPath = `/v1/demo/conversation/${id}/interact?request_format=text&response_format=text`;
const body = { service_id: '65f000000000000000000001' };
const create = (more: object = {}, query = '') =>
  gateway.call('POST', `${createPath}${query}`, { ...body, ...more });
const linesOf = async (response: Response) =>
  (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const form = (parts: Record<string, string | Blob | string[]>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    for (const each of [value].flat()) data.append(name, each);
  }
  return data;
};
const interact = (parts: Record<string, string | Blob | string[]>, query = '') =>
  gateway.call('POST', `${interactPath}${query}`, form(parts));
const outcome = async (response: Response) => [response.status, (await jsonOf(response))['error_code']];
const fieldsOf = async (response: Response) => Object.keys((await jsonOf(response))['errors'] as object);
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('creating a conversation', () => {
  it('streams its events as lines of the contract', async () => {
    const response = await create({ tags: { a: 'b', c: null } });

    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/x-ndjson']);
    expect(await linesOf(response)).toEqual([
      { type: 'conversation-created', conversation_id: id },
      {
        type: 'new-message',
        message: 'Hel',
        transcript_alignment: null,
        stop: false,
        sequence_number: 0,
        message_id: 'm2',
      },
      {
        type: 'new-message',
        message: 'lo',
        transcript_alignment: null,
        stop: true,
        sequence_number: 1,
        message_id: 'm2',
      },
      {
        type: 'interaction-complete',
        message_id: 'm2',
        interaction_id: 'i1',
        full_message: 'Hello',
        conversation_completed: false,
      },
    ]);
    expect(requests).toMatchObject([
      {
        serviceId: body.service_id,
        serviceVersionSetName: 'release',
        initialMessage: undefined,
        tags: [
          { key: 'a', value: 'b' },
          { key: 'c', value: undefined },
        ],
      },
    ]);
  });

  it('may begin with a message of the user', async () => {
    await create({ initial_message: ' hi ' });
    await create({
      initial_message: 'rain',
      initial_message_type: 'external-event',
      service_version_set_name: 'edge',
    });
    expect(requests).toMatchObject([
      { initialMessage: { text: 'hi', type: MessageType.MESSAGE_TYPE_USER_MESSAGE } },
      {
        initialMessage: { text: 'rain', type: MessageType.MESSAGE_TYPE_EXTERNAL_EVENT },
        serviceVersionSetName: 'edge',
      },
    ]);
  });

  it.each([
    ['no service', { service_id: undefined }, ['body.service_id']],
    ['a malformed service id', { service_id: 'XYZ' }, ['body.service_id']],
    ['a type without message', { initial_message_type: 'user-message' }, ['body.initial_message_type']],
    ['a blank message', { initial_message: '  ' }, ['body.initial_message']],
    ['a bad tag', { tags: { 'a-b': 'x' } }, ['body.tags.a-b']],
    [
      'too many tags',
      { tags: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`t${n}`, null])) },
      ['body.tags'],
    ],
  ])('is refused with %s', async (_name, more, fields) => {
    const response = await create(more);
    expect([response.status, await fieldsOf(response)]).toEqual([422, fields]);
    expect(requests).toEqual([]);
  });

  it('is refused without a format, and has no voice', async () => {
    const missing = await gateway.call('POST', '/v1/demo/conversation/', body);
    expect([missing.status, await fieldsOf(missing)]).toEqual([422, ['query.response_format']]);
    const voice = await gateway.call('POST', '/v1/demo/conversation/?response_format=voice', body);
    expect(await outcome(voice)).toEqual([400, 'invalid_request']);
  });

  it('is refused by the service with the status of its error', async () => {
    turn = async function* () {
      await Promise.resolve();
      throw new DomainError('conversation_already_open', 'Finish the other one first.');
      yield created;
    };
    expect(await outcome(await create())).toEqual([400, 'conversation_already_open']);
  });

  it('takes the permission', async () => {
    access = accessWith(['Conversation:GetConversation']);
    expect(await outcome(await create())).toEqual([403, 'permission_denied']);
  });
});

describe('interacting', () => {
  beforeEach(() => {
    turn = async function* () {
      yield* [available, piece('Hello', 0, true), complete];
    };
  });

  it('takes the message as field or as file', async () => {
    const field = await interact({ initial_message_type: 'user-message', recorded_message: 'grüß 👋' });
    const file = await interact({
      initial_message_type: 'user-message',
      recorded_message: new File(['grüß 👋'], 'message.txt', { type: 'text/plain; charset=utf-8' }),
    });

    expect([field.status, file.status]).toEqual([200, 200]);
    expect((await linesOf(field))[0]).toEqual({
      type: 'user-message-available',
      message_id: 'm1',
      user_message: 'hi',
    });
    const expected = {
      conversationId: id,
      kind: InteractionKind.INTERACTION_KIND_USER_MESSAGE,
      text: 'grüß 👋',
    };
    expect(requests).toMatchObject([expected, expected]);
  });

  it('takes the form of the older contract: the message alone', async () => {
    await interact({ recorded_message: 'hi' });
    expect(requests).toMatchObject([{ kind: InteractionKind.INTERACTION_KIND_USER_MESSAGE, text: 'hi' }]);
  });

  it('takes external events in their order', async () => {
    await interact({
      initial_message_type: 'external-event',
      recorded_message: 'door opened',
      external_event_message_content: ['a', 'b'],
      external_event_message_timestamp: ['2026-11-21T06:00:00.5Z', '2026-11-21T08:00:01+02:00'],
    });
    expect(requests).toMatchObject([
      {
        kind: InteractionKind.INTERACTION_KIND_EXTERNAL_EVENT,
        externalEvents: [
          { content: 'a', timestampMs: Date.UTC(2026, 10, 21, 6, 0, 0, 500) },
          { content: 'b', timestampMs: Date.UTC(2026, 10, 21, 6, 0, 1) },
        ],
      },
    ]);
  });

  it('may be skipped by the user', async () => {
    await interact({ initial_message_type: 'skip', recorded_message: '' });
    await interact({ initial_message_type: 'skip' });
    const skipped = { kind: InteractionKind.INTERACTION_KIND_SKIP, text: '', externalEvents: [] };
    expect(requests).toMatchObject([skipped, skipped]);
  });

  it.each([
    ['no message', { initial_message_type: 'user-message' }, 'body.recorded_message'],
    ['two messages', { recorded_message: ['a', 'b'] }, 'body.recorded_message'],
    [
      'an unknown type',
      { initial_message_type: 'shout', recorded_message: 'a' },
      'body.initial_message_type',
    ],
    ['a message in a skip', { initial_message_type: 'skip', recorded_message: 'a' }, 'body.recorded_message'],
    [
      'an event in a skip',
      {
        initial_message_type: 'skip',
        external_event_message_content: 'x',
        external_event_message_timestamp: '2026-11-21T06:00:00Z',
      },
      'body.external_event_message_content',
    ],
    [
      'an event without time',
      { recorded_message: 'a', external_event_message_content: 'x' },
      'body.external_event_message_timestamp',
    ],
    [
      'a time without offset',
      {
        recorded_message: 'a',
        external_event_message_content: 'x',
        external_event_message_timestamp: '2026-11-21T06:00:00',
      },
      'body.external_event_message_timestamp.0',
    ],
    [
      'an empty event',
      {
        recorded_message: 'a',
        external_event_message_content: '',
        external_event_message_timestamp: '2026-11-21T06:00:00Z',
      },
      'body.external_event_message_content.0',
    ],
    ['U+0000', { recorded_message: 'a\u0000b' }, 'body.recorded_message'],
  ])('is refused with %s', async (_name, parts, field) => {
    const response = await interact(parts);
    expect([response.status, await fieldsOf(response)]).toEqual([422, [field]]);
    expect(requests).toEqual([]);
  });

  it('is refused where the form is none, is too large or is no UTF-8', async () => {
    expect(await outcome(await gateway.call('POST', interactPath, { recorded_message: 'hi' }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(await outcome(await interact({ recorded_message: 'x'.repeat(1024 * 1024 + 1) }))).toEqual([
      413,
      'payload_too_large',
    ]);
    expect(
      await outcome(await interact({ recorded_message: new Blob([Uint8Array.of(0xc3, 0x28)]) })),
    ).toEqual([400, 'invalid_request']);
    expect(requests).toEqual([]);
  });

  it('is refused with a malformed conversation id, and has no voice', async () => {
    const malformed = await gateway.call(
      'POST',
      interactPath.replace(id, 'x'),
      form({ recorded_message: 'hi' }),
    );
    expect([malformed.status, await fieldsOf(malformed)]).toEqual([422, ['path.conversation_id']]);
    for (const query of [
      interactPath.replace('request_format=text', 'request_format=voice'),
      interactPath.replace('response_format=text', 'response_format=voice'),
    ]) {
      expect(await outcome(await gateway.call('POST', query, form({ recorded_message: 'hi' })))).toEqual([
        400,
        'invalid_request',
      ]);
    }
  });

  it('takes both permissions', async () => {
    access = accessWith(['Conversation:InteractWithConversation']);
    expect(await outcome(await interact({ recorded_message: 'hi' }))).toEqual([403, 'permission_denied']);
  });
});

describe('actions of the agent', () => {
  const state = 'navigate-state-machine-state-transitioned';
  const tool = 'tool-call-started';
  const typesOf = async (response: Response) =>
    (await linesOf(response)).flatMap(({ action: given }) =>
      given ? [(given as { type: string }).type] : [],
    );

  beforeEach(() => {
    turn = async function* () {
      yield* [created, action(state), action(tool), action('unknown-to-clients'), complete];
    };
  });

  it('are shown to holders of the permission, those that clients know', async () => {
    expect(await typesOf(await create())).toEqual([state, tool]);
    access = accessWith(['Conversation:CreateConversation']);
    gateway.clock.nowMs += 5_000;
    expect(await typesOf(await create())).toEqual([]);
  });

  it('are filtered by a pattern', async () => {
    const filtered = (pattern: string) =>
      create({}, `&current_agent_action_type=${encodeURIComponent(pattern)}`);
    expect(await typesOf(await filtered('^.*$'))).toEqual([state, tool]);
    expect(await typesOf(await filtered('^$'))).toEqual([]);
    expect(await typesOf(await filtered('^tool-call-(started|ended)$'))).toEqual([tool]);
  });

  it('are refused a pattern that is none, or too long', async () => {
    for (const pattern of ['(', 'x'.repeat(257)]) {
      const response = await create({}, `&current_agent_action_type=${encodeURIComponent(pattern)}`);
      expect([response.status, await fieldsOf(response)]).toEqual([422, ['query.current_agent_action_type']]);
    }
  });

  it('are not held up by a pattern that would take other engines for ever', async () => {
    const response = await create({}, `&current_agent_action_type=${encodeURIComponent('^(([a-z]|-)+)+$!')}`);
    expect(response.status).toBe(201);
  });
});

describe('a stream', () => {
  it('brings each piece while the next one is held back, and its status with the first event', async () => {
    let releaseFirst = (): void => undefined;
    let releaseSecond = (): void => undefined;
    const first = new Promise<void>((resolve) => (releaseFirst = resolve));
    const second = new Promise<void>((resolve) => (releaseSecond = resolve));
    turn = async function* () {
      await first;
      yield created;
      await second;
      yield complete;
    };
    let answered = false;
    const pending = create().then((response) => {
      answered = true;
      return response;
    });
    await until(() => requests.length === 1);
    expect(answered).toBe(false);

    releaseFirst();
    const reader = (await pending).body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('conversation-created');
    releaseSecond();
    expect((await reader?.read())?.value).toContain('interaction-complete');
  });

  it('that fails on its way ends with an error and leaves nothing out', async () => {
    turn = async function* () {
      yield await Promise.resolve(created);
      throw new DomainError('service_unavailable', 'The model does not answer.');
    };
    expect((await linesOf(await create())).at(-1)).toEqual({
      type: 'error',
      http_error_code: 503,
      error_description: 'service_unavailable: The model does not answer.',
    });
  });

  it('is cancelled within a second when its client goes away, before and after the first event', async () => {
    for (const events of [0, 1]) {
      let signal: AbortSignal | undefined;
      turn = async function* (_request, context) {
        signal = context.signal;
        yield* [created, piece('Hel', 0)].slice(0, 2 * events);
        await new Promise<void>((resolve) => context.signal.addEventListener('abort', () => resolve()));
      };
      const client = httpRequest(`${gateway.url}${createPath}`, {
        method: 'POST',
        headers: { ...(await gateway.bearer()), 'content-type': 'application/json' },
      });
      client.on('error', () => undefined);
      const firstByte = new Promise((resolve) =>
        client.on('response', (response) => response.once('data', resolve)),
      );
      client.end(JSON.stringify(body));
      if (events > 0) await firstByte;
      await until(() => signal !== undefined);

      const goneAt = performance.now();
      client.destroy();
      await until(() => signal?.aborted === true);
      expect(performance.now() - goneAt).toBeLessThan(1_000);
    }
  });

  it('waits for a reader that is slow, back to its source', async () => {
    const pieceBytes = 64 * 1024;
    let produced = 0;
    turn = async function* () {
      yield created;
      for (;;) {
        produced += 1;
        yield await Promise.resolve(piece('x'.repeat(pieceBytes), produced));
      }
    };
    const client = httpRequest(`${gateway.url}${createPath}`, {
      method: 'POST',
      headers: { ...(await gateway.bearer()), 'content-type': 'application/json' },
    });
    client.on('error', () => undefined);
    client.end(JSON.stringify(body));
    await new Promise((resolve) => client.on('response', (response) => resolve(response.pause())));

    let before = -1;
    while (before !== produced) {
      before = produced;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    // Buffers of four sockets and two HTTP/2 windows; without back-pressure it would go on for ever.
    expect(produced * pieceBytes).toBeLessThan(48 * 1024 * 1024);
    client.destroy();
  });

  it('runs to its end when the gateway is stopped', async () => {
    const stopping = await startTestGateway({ conversations });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    turn = async function* () {
      yield created;
      await held;
      yield complete;
    };
    const response = await stopping.call('POST', createPath, body);
    const stopped = stopping.gateway.stop(5_000);
    release();

    expect((await linesOf(response)).at(-1)).toMatchObject({ type: 'interaction-complete' });
    await stopped;
    await stopping.stop();
  });
});

describe('finishing', () => {
  it('answers nothing', async () => {
    const response = await gateway.call('POST', `/v1/demo/conversation/${id}/finish/`);
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('is refused for unknown and malformed ids', async () => {
    const unknown = await gateway.call('POST', '/v1/demo/conversation/65f0000000000000000000ff/finish/');
    expect(await outcome(unknown)).toEqual([404, 'not_found']);
    expect((await gateway.call('POST', '/v1/demo/conversation/zzz/finish/')).status).toBe(422);
  });
});

describe('reading', () => {
  it('lists messages', async () => {
    const query = 'message_type=user-message&message_type=agent-inner-thought&limit=1&sort_by=-created_at';
    const response = await gateway.call('GET', `/v1/demo/conversation/${id}/messages/?${query}`);

    expect(asked).toMatchObject([
      {
        conversationId: id,
        messageIds: [],
        messageTypes: [MessageType.MESSAGE_TYPE_USER_MESSAGE, MessageType.MESSAGE_TYPE_AGENT_INNER_THOUGHT],
        sortBy: [{ field: 'created_at', descending: true }],
        page: { limit: 1, offset: 0 },
      },
    ]);
    expect(await jsonOf(response)).toEqual({
      messages: [
        {
          id: 'm1',
          interaction_id: 'i1',
          created_at: '2023-11-14T22:13:20.000Z',
          sender: 'Ava',
          message: 'Hello',
          format: 'text',
          message_type: 'agent-message',
        },
      ],
      has_more: true,
      continuation_token: 1,
    });
  });

  it('lists conversations', async () => {
    const response = await gateway.call(
      'GET',
      '/v1/demo/conversation/?is_finished=false&tag=k:&user_id=user-1',
    );

    expect(asked).toMatchObject([
      {
        userIds: ['user-1'],
        isFinished: false,
        tags: [{ key: 'k', match: { $case: 'noValue', value: true } }],
        page: { limit: 150, offset: 0 },
      },
    ]);
    expect(await jsonOf(response)).toEqual({
      conversations: [
        {
          id,
          user_id: 'user-1',
          created_at: '2023-11-14T22:13:20.000Z',
          is_finished: false,
          is_analyzed: false,
          completed_post_processings: [],
          final_message: 'Hello',
          service_id: '65f000000000000000000001',
          version_set_info: {
            name: 'release',
            agent_version_info: ['a', 1],
            service_hierarchical_state_machine_version_info: ['g', 2],
            llm_model_preferences: {},
          },
          num_messages: 1,
          tags: { k: null },
        },
      ],
      has_more: false,
      continuation_token: null,
    });
  });

  it('is refused with limits out of bounds', async () => {
    expect((await gateway.call('GET', `/v1/demo/conversation/${id}/messages/?limit=501`)).status).toBe(422);
    expect((await gateway.call('GET', '/v1/demo/conversation/?limit=0')).status).toBe(422);
  });
});

describe('the request id', () => {
  it('and the trace reach the service, whatever the form of the body', async () => {
    const seen: CallContext[] = [];
    turn = async function* (_request, context) {
      seen.push(context);
      yield await Promise.resolve(complete);
    };
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await gateway.call('POST', createPath, body, { 'x-request-id': 'r-1', traceparent });
    await gateway.call('POST', interactPath, form({ recorded_message: 'hi' }), {
      'x-request-id': 'r-2',
      traceparent,
    });
    expect(seen).toMatchObject([
      { requestId: 'r-1', traceparent },
      { requestId: 'r-2', traceparent },
    ]);
  });
});

describe('a half-sent body', () => {
  it('of an interaction is answered 408 and reaches no service', async () => {
    const impatient = await startTestGateway({ conversations, limits: { stalledBodyMs: 200 } });
    const client = httpRequest(`${impatient.url}${interactPath}`, {
      method: 'POST',
      headers: {
        ...(await impatient.bearer()),
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 1_000,
      },
    });
    client.on('error', () => undefined);
    client.write('--b\r\ncontent-disposition: form-data; name="recorded_message"\r\n\r\nhel');
    const status = await new Promise((resolve) =>
      client.on('response', (response) => resolve(response.statusCode)),
    );

    expect(status).toBe(408);
    expect(requests).toEqual([]);
    client.destroy();
    await impatient.stop();
  });
});

describe('a stopped service', () => {
  it('makes the gateway unready, and is told as unavailable', async () => {
    const lonely = await startTestGateway({ conversations });
    await lonely.stopService('conversations');
    const ready = await new Promise<number | undefined>((resolve) =>
      get(`${lonely.url}/readyz`, (response) => resolve(response.resume().statusCode)),
    );
    expect(ready).toBe(503);
    expect(await outcome(await lonely.call('POST', `/v1/demo/conversation/${id}/finish/`))).toEqual([
      503,
      'service_unavailable',
    ]);
    await lonely.stop();
  });
});
