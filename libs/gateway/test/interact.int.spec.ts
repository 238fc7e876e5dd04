import { request as httpRequest } from 'node:http';
import { InteractionKind, MessageFormat } from '@svc/contracts/conversations';
import { brokenFieldsOf, linesOf, outcomeOf } from './answers.js';
import { accessWith, startTestGateway } from './harness.js';
import { available, complete, conversationId, events, form, interactPath, piece, TurnPeer } from './turns.js';

const peer = new TurnPeer();
beforeAll(() => peer.start());
afterAll(() => peer.stop());
beforeEach(() => peer.reset(events(available, piece('Hello', 0, true), complete)));

describe('interacting', () => {
  it('takes the message as field or as file', async () => {
    const field = await peer.interact({ initial_message_type: 'user-message', recorded_message: 'grüß 👋' });
    const file = await peer.interact({
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
      conversationId,
      kind: InteractionKind.INTERACTION_KIND_USER_MESSAGE,
      text: 'grüß 👋',
    };
    expect(peer.requests).toMatchObject([expected, expected]);
  });

  it('takes the line ends of forms as line feeds', async () => {
    await peer.interact({
      initial_message_type: 'user-message',
      recorded_message: 'one\r\ntwo\nthree',
      external_event_message_content: 'door\r\nopened',
      external_event_message_timestamp: '2026-01-01T00:00:00Z',
    });
    expect(peer.requests).toMatchObject([
      { text: 'one\ntwo\nthree', externalEvents: [{ content: 'door\nopened' }] },
    ]);
  });

  it('takes the form of the older contract, which has only the message', async () => {
    await peer.interact({ recorded_message: 'hi' });
    expect(peer.requests).toMatchObject([
      { kind: InteractionKind.INTERACTION_KIND_USER_MESSAGE, text: 'hi' },
    ]);
  });

  it('takes external events in order', async () => {
    await peer.interact({
      initial_message_type: 'external-event',
      recorded_message: 'door opened',
      external_event_message_content: ['a', 'b', 'c'],
      external_event_message_timestamp: [
        '2026-11-21T06:00:00.5Z',
        '2026-11-21T08:00:01+02:00',
        '2026-11-21t06:00:02z',
      ],
    });
    expect(peer.requests).toMatchObject([
      {
        kind: InteractionKind.INTERACTION_KIND_EXTERNAL_EVENT,
        externalEvents: [
          { content: 'a', timestampMs: Date.UTC(2026, 10, 21, 6, 0, 0, 500) },
          { content: 'b', timestampMs: Date.UTC(2026, 10, 21, 6, 0, 1) },
          { content: 'c', timestampMs: Date.UTC(2026, 10, 21, 6, 0, 2) },
        ],
      },
    ]);
  });

  it('may have the largest permitted body', async () => {
    const contents = Array.from({ length: 20 }, () => '😀'.repeat(1_000));
    const response = await peer.interact({
      recorded_message: '😀'.repeat(20_000),
      external_event_message_content: contents,
      external_event_message_timestamp: contents.map(() => '2026-11-21T06:00:00Z'),
    });
    expect(response.status).toBe(200);
    expect(peer.requests).toMatchObject([
      { text: '😀'.repeat(20_000), externalEvents: contents.map((content) => ({ content })) },
    ]);
  });

  it('may be skipped by the user', async () => {
    await peer.interact({ initial_message_type: 'skip', recorded_message: '' });
    await peer.interact({ initial_message_type: 'skip' });
    const skipped = { kind: InteractionKind.INTERACTION_KIND_SKIP, text: '', externalEvents: [] };
    expect(peer.requests).toMatchObject([skipped, skipped]);
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
    const response = await peer.interact(parts);
    expect(await brokenFieldsOf(response)).toEqual([422, [field]]);
    expect(peer.requests).toEqual([]);
  });

  it('is rejected without a body as without a message, whatever its media type', async () => {
    const contentType = 'multipart/form-data; boundary=b';
    for (const headers of [undefined, { 'content-type': contentType }]) {
      const response = await peer.gateway.call('POST', interactPath, undefined, headers);
      expect(await brokenFieldsOf(response)).toEqual([422, ['body.recorded_message']]);
    }
  });

  it('is rejected if the form is missing, too large or not UTF-8', async () => {
    expect(
      await outcomeOf(await peer.gateway.call('POST', interactPath, { recorded_message: 'hi' })),
    ).toEqual([422, 'validation_failed']);
    expect(await outcomeOf(await peer.interact({ recorded_message: 'x'.repeat(1024 * 1024 + 1) }))).toEqual([
      413,
      'payload_too_large',
    ]);
    expect(
      await outcomeOf(await peer.interact({ recorded_message: new Blob([Uint8Array.of(0xc3, 0x28)]) })),
    ).toEqual([400, 'invalid_request']);
    expect(peer.requests).toEqual([]);
  });

  it('is rejected with a malformed conversation id', async () => {
    const malformed = await peer.gateway.call(
      'POST',
      interactPath.replace(conversationId, 'x'),
      form({ recorded_message: 'hi' }),
    );
    expect(await brokenFieldsOf(malformed)).toEqual([422, ['path.conversation_id']]);
  });

  it('in voice is decided by the service, which gets no sound', async () => {
    const heard = interactPath.replace('request_format=text', 'request_format=voice');
    const sound = new Blob([Uint8Array.of(0xff, 0xfb, 0x00)], { type: 'audio/mpeg' });
    await peer.gateway.call('POST', heard, form({ recorded_message: sound }));
    const wanted = interactPath.replace('response_format=text', 'response_format=voice');
    await peer.gateway.call('POST', wanted, form({ recorded_message: 'hi' }));
    const { MESSAGE_FORMAT_TEXT: text, MESSAGE_FORMAT_VOICE: voice } = MessageFormat;
    expect(peer.requests).toMatchObject([
      { text: '', requestFormat: voice, responseFormat: text },
      { text: 'hi', requestFormat: text, responseFormat: voice },
    ]);
  });

  it('with only sound is rejected for those who may take a turn', async () => {
    const headers = { 'content-type': 'audio/wav' };
    const path = interactPath.replace('request_format=text', 'request_format=voice');
    const send = () => peer.gateway.call('POST', path, 'RIFF', headers);
    expect(await outcomeOf(await send())).toEqual([415, 'unsupported_audio']);
    peer.gateway.clock.nowMs += 10_000;
    peer.access = accessWith([]);
    expect(await outcomeOf(await send())).toEqual([403, 'permission_denied']);
  });

  it('requires both permissions', async () => {
    peer.access = accessWith(['Conversation:InteractWithConversation']);
    expect(await outcomeOf(await peer.interact({ recorded_message: 'hi' }))).toEqual([
      403,
      'permission_denied',
    ]);
  });
});

describe('a half-sent body', () => {
  it('of an interaction gets 408 and reaches no service', async () => {
    const impatient = await startTestGateway({
      conversations: peer.handlers,
      limits: { stalledBodyMs: 200 },
    });
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
    expect(peer.requests).toEqual([]);
    client.destroy();
    await impatient.stop();
  });
});
