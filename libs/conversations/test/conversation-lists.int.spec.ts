import type { ListConversationsRequest } from '@svc/contracts/conversations';
import { callerOf } from '@svc/testing';
import { otherServiceId, userProfile } from './peers.js';
import { openShelf, type Shelf } from './shelf.js';
import { begun } from './turns.js';

let shelf: Shelf;
beforeAll(async () => {
  shelf = await openShelf();
});
afterAll(() => shelf.close());

describe('listing conversations', () => {
  it.each<[what: string, changes: () => Partial<ListConversationsRequest>, expected: string[]]>([
    ['everything, oldest first', () => ({}), ['first', 'second', 'third', 'bobs']],
    [
      'newest first',
      () => ({ sortBy: [{ field: 'created_at', descending: true }] }),
      ['bobs', 'third', 'second', 'first'],
    ],
    [
      'ids',
      () => ({ conversationIds: [shelf.ids.third, shelf.ids.first, shelf.ids.first] }),
      ['first', 'third'],
    ],
    ['ids that do not exist', () => ({ conversationIds: ['f'.repeat(24)] }), []],
    ['an id that is none', () => ({ conversationIds: ['x\u0000'] }), []],
    ['users', () => ({ userIds: ['bob', 'nobody'] }), ['bobs']],
    ['a service', () => ({ serviceIds: [otherServiceId] }), ['third']],
    ['finished ones', () => ({ isFinished: true }), ['first']],
    ['unfinished ones', () => ({ isFinished: false }), ['second', 'third', 'bobs']],
    [
      'a tag of a value',
      () => ({ tags: [{ key: 'area', match: { $case: 'value', value: 'heart' } }] }),
      ['first', 'third'],
    ],
    [
      'a tag of any value',
      () => ({ tags: [{ key: 'area', match: { $case: 'anyValue', value: true } }] }),
      ['first', 'second', 'third'],
    ],
    [
      'a tag without a value',
      () => ({ tags: [{ key: 'new', match: { $case: 'noValue', value: true } }] }),
      ['first'],
    ],
    [
      'two tags, which must both match',
      () => ({
        tags: [
          { key: 'area', match: { $case: 'value', value: 'heart' } },
          { key: 'new', match: { $case: 'anyValue', value: true } },
        ],
      }),
      ['first'],
    ],
  ])('when asked for %s, then these come', async (_what, changes, expected) => {
    expect(await shelf.names(changes())).toEqual(expected);
  });

  it('when asked for more tags than a query could join, then the request still succeeds', async () => {
    const tags = Array.from({ length: 1_000 }, (_, index) => ({ key: `tag${index}` }));
    expect(await shelf.names({ tags })).toEqual([]);
  });

  it('when read in pages, then each conversation is listed once', async () => {
    const first = await shelf.list({ page: { limit: 3, offset: 0 } });
    expect(first.page).toEqual({ hasMore: true, nextOffset: 3 });
    const second = await shelf.list({ page: { limit: 3, offset: 3 } });
    expect(second.page).toEqual({ hasMore: false, nextOffset: undefined });
    const told = [...first.conversations, ...second.conversations].map(
      ({ conversationId }) => conversationId,
    );
    expect(told).toEqual(Object.values(shelf.ids));
  });

  it.each<[what: string, changes: Partial<ListConversationsRequest>]>([
    ['another sort field', { sortBy: [{ field: 'user_id', descending: false }] }],
    ['a limit of 0', { page: { limit: 0, offset: 0 } }],
    ['a limit of 151', { page: { limit: 151, offset: 0 } }],
    ['a negative offset', { page: { limit: 1, offset: -1 } }],
    ['an offset beyond all numbers', { page: { limit: 1, offset: 2 ** 40 } }],
    ['a tag with U+0000', { tags: [{ key: '\u0000' }] }],
  ])('given %s, then it is refused', async (_what, changes) => {
    await expect(shelf.list(changes)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('conversations of the same moment', () => {
  it('when newest come first, then their order is reversed', async () => {
    const tags = [{ key: 'moment' }];
    const asked = { tags: [{ key: 'moment', match: { $case: 'anyValue' as const, value: true } }] };
    const owners = ['dora', 'emil', 'fritz'].map((name) => callerOf(name));
    for (const caller of owners) {
      shelf.library.peers.users.set(caller.userId, userProfile(caller.userId));
      await begun(shelf.host, { caller, tags });
    }
    const idsIn = async (descending: boolean) =>
      (await shelf.list({ ...asked, sortBy: [{ field: 'created_at', descending }] })).conversations.map(
        ({ conversationId }) => conversationId,
      );
    expect(await idsIn(false)).toHaveLength(3);
    expect(await idsIn(true)).toEqual((await idsIn(false)).toReversed());
  });
});
