import { decide, given, rejectionOf, typesOf, updateUser } from '../../../test/user-commands.js';
import type { UserEvent } from './user-event.js';

describe('additional context', () => {
  const knows = (count: number, entry: string): readonly UserEvent[] =>
    Array.from({ length: count }, (_, index) => ({
      type: 'AdditionalContextAdded',
      data: { number: index + 1, entry },
    }));
  const add = (known: readonly UserEvent[], ...additionalContext: string[]) =>
    decide([...given, ...known], updateUser({ additionalContext }));

  it('when several entries come, then each is an event with the next number', () => {
    expect(add(knows(2, 'x'), 'a', 'b')).toEqual([
      { type: 'AdditionalContextAdded', data: { number: 3, entry: 'a' } },
      { type: 'AdditionalContextAdded', data: { number: 4, entry: 'b' } },
    ]);
  });

  it('when an entry is longer than an agent can read, then it is refused by its index', () => {
    expect(add([], '😀'.repeat(4_000))).toHaveLength(1);
    expect(() => add([], 'ok', 'x'.repeat(4_001))).toThrow(rejectionOf('additional_context', 1));
  });

  it('when a request brings more than 100 entries, then it is refused', () => {
    expect(add([], ...Array<string>(100).fill('x'))).toHaveLength(100);
    expect(() => add([], ...Array<string>(101).fill('x'))).toThrow(rejectionOf('additional_context'));
  });

  it('when the user would have more than 1,000 entries, then it is refused with their present number', () => {
    expect(add(knows(999, 'x'), 'last')).toHaveLength(1);
    expect(() => add(knows(999, 'x'), 'last', 'over')).toThrow(rejectionOf('additional_context'));
    expect(() => add(knows(1_000, 'x'), 'over')).toThrow(
      /1000 entries and 500000 characters; it holds 1000 and 1000/,
    );
  });

  it('when the user would have more than 500,000 characters, then it is refused', () => {
    const almost = knows(125, '😀'.repeat(4_000)).slice(1);
    expect(add(almost, 'x'.repeat(4_000))).toHaveLength(1);
    expect(() => add(almost, 'x'.repeat(4_000), 'y')).toThrow(rejectionOf('additional_context'));
  });

  it('when a user is at the limit, then other changes still pass', () => {
    expect(typesOf(decide([...given, ...knows(1_000, 'x')], updateUser({ firstName: 'New' })))).toEqual([
      'UserProfileChanged',
    ]);
  });
});
