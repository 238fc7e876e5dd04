import { InteractionKind, MessageType, type InteractRequest } from '@svc/contracts/conversations';
import { callerOf } from './callers.js';
import { openShelf, root, type Shelf } from './shelf.js';
import { leases } from './storage.js';
import { all, begun, saying } from './turns.js';

let shelf: Shelf;
beforeAll(async () => {
  shelf = await openShelf();
});
afterAll(() => shelf.close());

describe('what a turn is given', () => {
  const event = (timestampMs: number) => ({ externalEvents: [{ content: 'The door opened', timestampMs }] });

  it.each<[what: string, changes: Partial<InteractRequest>, code: string]>([
    ['an empty message', { text: ' ' }, 'invalid_request'],
    ['a text with U+0000', { text: 'a\u0000' }, 'validation_failed'],
    ['an event in the future', event(2 ** 45), 'invalid_request'],
    ['an event before the latest message', event(1), 'invalid_request'],
    ['no kind', { kind: InteractionKind.INTERACTION_KIND_UNSPECIFIED }, 'invalid_request'],
    ['words with a skip', { kind: InteractionKind.INTERACTION_KIND_SKIP }, 'invalid_request'],
    ['a text too long for an event', { text: 'x'.repeat(70_000) }, 'payload_too_large'],
  ])('given %s, then it is refused and nothing changed', async (_what, changes, code) => {
    const before = await shelf.messages({ conversationId: shelf.ids.second });
    const request = saying(shelf.ids.second, 'Hello', { caller: root, ...changes });
    await expect(all(shelf.host.client.interact(request))).rejects.toMatchObject({ code });
    expect(await shelf.messages({ conversationId: shelf.ids.second })).toEqual(before);
    expect(await leases(shelf.library)).toEqual([]);
  });

  it('given an event that has happened since the latest message, then it comes before what was said', async () => {
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
