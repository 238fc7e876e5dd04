import { MessageFormat, MessageType } from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import { brokenFieldsOf, linesOf, outcomeOf } from './answers.js';
import { accessWith } from './harness.js';
import {
  complete,
  conversationId,
  created,
  createPath,
  events,
  piece,
  serviceId,
  TurnPeer,
} from './turns.js';

const peer = new TurnPeer();
beforeAll(() => peer.start());
afterAll(() => peer.stop());
beforeEach(() => peer.reset(events(created, piece('Hel', 0), piece('lo', 1, true), complete)));

describe('creating a conversation', () => {
  it('streams its events as lines of the contract', async () => {
    const response = await peer.create({ tags: { a: 'b', c: null } });

    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/x-ndjson']);
    expect(await linesOf(response)).toEqual([
      { type: 'conversation-created', conversation_id: conversationId },
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
    expect(peer.requests).toMatchObject([
      {
        serviceId: serviceId,
        serviceVersionSetName: 'release',
        initialMessage: undefined,
        tags: [
          { key: 'a', value: 'b' },
          { key: 'c', value: undefined },
        ],
      },
    ]);
  });

  it('may begin with a user message', async () => {
    await peer.create({ initial_message: ' hi ' });
    await peer.create({
      initial_message: 'rain',
      initial_message_type: 'external-event',
      service_version_set_name: 'edge',
    });
    expect(peer.requests).toMatchObject([
      { initialMessage: { text: 'hi', type: MessageType.MESSAGE_TYPE_USER_MESSAGE } },
      {
        initialMessage: { text: 'rain', type: MessageType.MESSAGE_TYPE_EXTERNAL_EVENT },
        serviceVersionSetName: 'edge',
      },
    ]);
  });

  it('may carry tags in any script, with values of 1 to 100 characters', async () => {
    const long = '\u{1f642}'.repeat(100);
    const response = await peer.create({ tags: { größe: ' ', 'k 1_': long } });

    expect(response.status).toBe(201);
    expect(peer.requests).toMatchObject([
      {
        tags: [
          { key: 'größe', value: ' ' },
          { key: 'k 1_', value: long },
        ],
      },
    ]);
  });

  it('may have the largest permitted body, however its client escapes it', async () => {
    const key = (number: number) => `${'𐐀'.repeat(254)}${String(number).padStart(2, '0')}`;
    const tags = Object.fromEntries(
      Array.from({ length: 20 }, (_, number) => [key(number), '😀'.repeat(100)]),
    );
    const text = '😀'.repeat(20_000);
    const body = JSON.stringify({ service_id: serviceId, initial_message: text, tags });
    const escaped = body.replaceAll(/[\ud800-\udfff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);

    const response = await peer.gateway.call('POST', createPath, escaped);

    expect(response.status).toBe(201);
    expect(peer.requests).toMatchObject([{ initialMessage: { text } }]);
  });

  const longKey = 'k'.repeat(257);
  it.each([
    ['no service', { service_id: undefined }, ['body.service_id']],
    ['a malformed service id', { service_id: 'XYZ' }, ['body.service_id']],
    ['a type without message', { initial_message_type: 'user-message' }, ['body.initial_message_type']],
    ['a blank message', { initial_message: '  ' }, ['body.initial_message']],
    ['a bad tag', { tags: { 'a-b': 'x' } }, ['body.tags.a-b']],
    ['a tag of an endless key', { tags: { [longKey]: 'x' } }, [`body.tags.${longKey}`]],
    ['an empty value of a tag', { tags: { a: '' } }, ['body.tags.a']],
    ['a value of a tag that is too long', { tags: { a: '😀'.repeat(101) } }, ['body.tags.a']],
    ['a lone surrogate', { initial_message: 'a\ud83d' }, ['body.initial_message']],
    [
      'too many tags',
      { tags: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`t${n}`, null])) },
      ['body.tags'],
    ],
  ])('is refused with %s', async (_name, more, fields) => {
    const response = await peer.create(more);
    expect(await brokenFieldsOf(response)).toEqual([422, fields]);
    expect(peer.requests).toEqual([]);
  });

  it('is rejected without a format; the service decides whether there is voice', async () => {
    const missing = await peer.gateway.call('POST', '/v1/demo/conversation/', { service_id: serviceId });
    expect(await brokenFieldsOf(missing)).toEqual([422, ['query.response_format']]);
    await peer.gateway.call('POST', '/v1/demo/conversation/?response_format=voice', {
      service_id: serviceId,
    });
    expect(peer.requests).toMatchObject([{ responseFormat: MessageFormat.MESSAGE_FORMAT_VOICE }]);
  });

  it('is rejected by the service with the status of its error', async () => {
    peer.turn = async function* () {
      await Promise.resolve();
      throw new DomainError('conversation_already_open', 'Finish the other one first.');
      yield created;
    };
    expect(await outcomeOf(await peer.create())).toEqual([400, 'conversation_already_open']);
  });

  it('requires the permission', async () => {
    peer.access = accessWith(['Conversation:GetConversation']);
    expect(await outcomeOf(await peer.create())).toEqual([403, 'permission_denied']);
  });
});
