import { noRecord } from './conversation-command.js';
import { ada, conditions, fold, greeted, userSays, when } from '../../test/histories.js';
import { newestNotes, type KnownUser } from './known-user.js';

const atMs = 2_000_000;
const speaking = (user: KnownUser) =>
  ({ type: 'StartInteraction', interaction: { ...userSays('Hello'), user }, conditions, atMs }) as const;
const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('what is known of the user', () => {
  it('given the same as before, when a turn begins, then it is not written again', () => {
    expect(types(when(greeted, speaking({ ...ada })))).toEqual(['InteractionStarted']);
  });

  it.each<[what: string, change: Partial<KnownUser>]>([
    ['name', { displayName: 'Ada L.' }],
    ['language', { preferredLanguage: 'deu' }],
    ['time zone', { timezone: 'Europe/Berlin' }],
    ['note', { additionalContext: ['Reads at night'] }],
  ])(
    'given another %s, when a turn begins, then it is written before it, and kept when the turn is void',
    (_what, change) => {
      const user = { ...ada, ...change };
      const events = when(greeted, speaking(user));
      expect(types(events)).toEqual(['UserProfileRead', 'InteractionStarted']);
      const leave = { type: 'VoidInteraction', reason: 'failed', ...noRecord, atMs } as const;
      const given = [...greeted, ...events];
      const after = [...given, ...when(given, leave)];
      expect(fold(after)).toMatchObject({ user });
      expect(types(when(after, speaking(user)))).toEqual(['InteractionStarted']);
    },
  );

  it.each([
    [[8_000], 1],
    [[8_001], 0],
    [[1, 8_000], 1],
    [[4_000, 4_000], 2],
  ])('given notes of %j characters, then the newest %i are kept', (lengths, kept) => {
    const notes = lengths.map((length) => '😀'.repeat(length));
    expect(newestNotes(notes)).toEqual(notes.slice(lengths.length - kept));
  });
});
