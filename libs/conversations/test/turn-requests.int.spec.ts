import type { Caller } from '@svc/contracts/common';
import {
  InteractionKind,
  MessageFormat,
  MessageType,
  type CreateConversationRequest,
  type InteractRequest,
} from '@svc/contracts/conversations';
import { callerOf } from '@svc/testing';
import { openShelf, root, type Shelf } from './shelf.js';
import { eventsOf, leases } from './storage.js';
import { all, begun, saying } from './turns.js';

function eventsAt(timestampMs: number, contents: readonly string[]): Pick<InteractRequest, 'externalEvents'> {
  return { externalEvents: contents.map((content) => ({ content, timestampMs })) };
}

let shelf: Shelf;
beforeAll(async () => {
  shelf = await openShelf();
});
afterAll(() => shelf.close());

describe('the request of a turn', () => {
  const event = (timestampMs: number) => ({ externalEvents: [{ content: 'The door opened', timestampMs }] });

  it.each<[what: string, changes: Partial<InteractRequest>, code: string]>([
    ['an empty message', { text: ' ' }, 'invalid_request'],
    ['a text with U+0000', { text: 'a\u0000' }, 'validation_failed'],
    ['an event in the future', event(2 ** 45), 'invalid_request'],
    ['an event before the latest message', event(1), 'invalid_request'],
    ['no kind', { kind: InteractionKind.INTERACTION_KIND_UNSPECIFIED }, 'invalid_request'],
    ['words with a skip', { kind: InteractionKind.INTERACTION_KIND_SKIP }, 'invalid_request'],
  ])('given %s, then it is refused and nothing changed', async (_what, changes, code) => {
    const before = await shelf.messages({ conversationId: shelf.ids.second });
    const request = saying(shelf.ids.second, 'Hello', { caller: root, ...changes });
    await expect(all(shelf.host.client.interact(request))).rejects.toMatchObject({ code });
    expect(await shelf.messages({ conversationId: shelf.ids.second })).toEqual(before);
    expect(await leases(shelf.library)).toEqual([]);
  });

  const voice = MessageFormat.MESSAGE_FORMAT_VOICE;

  it.each([{ requestFormat: voice, text: '' }, { responseFormat: voice }])(
    'given voice (%j), then only callers who may have the turn learn that there is none',
    async (changes) => {
      const rejection = (conversationId: string, caller: Caller) =>
        all(shelf.host.client.interact(saying(conversationId, 'Hello', { caller, ...changes })));
      const { second } = shelf.ids;
      await expect(rejection('5e00000000000000000000ff', root)).rejects.toMatchObject({ code: 'not_found' });
      await expect(
        rejection(second, callerOf('eve', 'DefaultUserRole', { grants: [] })),
      ).rejects.toMatchObject({
        code: 'permission_denied',
      });
      await expect(rejection(second, root)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('no voice') as unknown,
      });
      expect(await leases(shelf.library)).toEqual([]);
    },
  );

  it('given a conversation in voice, then its permission and service are checked first', async () => {
    const rejection = (changes: Partial<CreateConversationRequest>) =>
      begun(shelf.host, { responseFormat: voice, ...changes });
    const nobody = callerOf('eve', 'DefaultUserRole', { grants: [] });
    await expect(rejection({ caller: nobody })).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(rejection({ serviceId: '5e00000000000000000000ff' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(rejection({})).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('no voice') as unknown,
    });
  });

  it.each<
    [what: string, changes: Partial<InteractRequest>, field: readonly (string | number)[], limit: string]
  >([
    [
      'a message of 20,001 characters',
      { text: '😀'.repeat(20_001) },
      ['body', 'recorded_message'],
      'at most 20000 characters',
    ],
    [
      'an external event of 20,001 characters',
      eventsAt(1, ['x'.repeat(20_001)]),
      ['body', 'external_event_message_content', 0],
      'at most 20000 characters',
    ],
    [
      '21 external events',
      eventsAt(
        1,
        Array.from({ length: 21 }, () => 'x'),
      ),
      ['body', 'external_event_message_content'],
      'at most 20 items',
    ],
    [
      'a message and events of 40,001 characters together',
      { text: 'x'.repeat(20_000), ...eventsAt(1, ['x'.repeat(20_000), 'x']) },
      ['body', 'external_event_message_content'],
      'at most 40000 characters together',
    ],
  ])('given %s, then it is told which limit, and nothing changed', async (_what, changes, loc, limit) => {
    const before = await eventsOf(shelf.library, shelf.ids.second);
    const request = saying(shelf.ids.second, 'Hello', { caller: root, ...changes });
    await expect(all(shelf.host.client.interact(request))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ loc, msg: expect.stringContaining(limit) }],
    });
    expect(await eventsOf(shelf.library, shelf.ids.second)).toEqual(before);
  });

  it('given an initial message of 20,001 characters, then it is refused, and there is no conversation', async () => {
    const { conversations: before } = await shelf.list();
    const initialMessage = { type: MessageType.MESSAGE_TYPE_USER_MESSAGE, text: 'x'.repeat(20_001) };
    await expect(begun(shelf.host, { caller: root, initialMessage })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [
        { loc: ['body', 'initial_message'], msg: expect.stringContaining('at most 20000 characters') },
      ],
    });
    expect((await shelf.list()).conversations).toEqual(before);
  });

  it('given as much as the limits allow, then the turn runs', async () => {
    const contents = Array.from({ length: 20 }, () => 'x'.repeat(1_000));
    const said = { text: 'x'.repeat(20_000), ...eventsAt(shelf.library.clock.nowMs, contents) };
    await all(shelf.host.client.interact(saying(shelf.ids.third, 'Hello', { caller: root, ...said })));
    const kept = await shelf.messages({ conversationId: shelf.ids.third });
    expect(kept).toHaveLength(1 + 20 + 1 + 1);
    await all(shelf.host.client.interact(saying(shelf.ids.third, '😀'.repeat(20_000), { caller: root })));
  });

  it('given an event since the latest message, then it precedes the new message', async () => {
    shelf.library.clock.nowMs += 10_000;
    const happened = event(shelf.library.clock.nowMs - 5_000);
    await all(
      shelf.host.client.interact(saying(shelf.ids.second, 'Who is it?', { caller: root, ...happened })),
    );
    const said = await shelf.messages({ conversationId: shelf.ids.second });
    expect(said.slice(-3).map(({ type, sender, text }) => [type, sender, text])).toEqual([
      [MessageType.MESSAGE_TYPE_EXTERNAL_EVENT, 'External event', 'The door opened'],
      [MessageType.MESSAGE_TYPE_USER_MESSAGE, 'Ada Example', 'Who is it?'],
      [MessageType.MESSAGE_TYPE_AGENT_MESSAGE, 'Lin', 'Hello there.'],
    ]);
    expect(said.at(-3)?.createdAtMs).toBe(shelf.library.clock.nowMs - 5_000);
  });

  it('given an unknown service or version set, then it is not found', async () => {
    const eve = callerOf('bob');
    for (const changes of [
      { serviceId: 'f'.repeat(24) },
      { serviceId: 'x' },
      { serviceVersionSetName: 'nightly' },
    ]) {
      await expect(begun(shelf.host, { caller: eve, ...changes })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });
});
