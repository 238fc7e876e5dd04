import { readConversationLog } from './conversation-log.js';

type Row = readonly [type: string, payload: object];

const started = (interactionId: string): Row => ['InteractionStarted', { interactionId, messages: [] }];
const completed = (interactionId: string): Row => ['InteractionCompleted', { interactionId }];
const voided = (interactionId: string): Row => ['InteractionVoided', { interactionId }];

/** The log of one conversation with these events. */
function logOf(events: readonly Row[], firstVersion = 1) {
  const rows = events.map(([type, payload], index) => ({
    stream_id: 'org:demo/conversation/c',
    stream_version: firstVersion + index,
    event_type: type,
    payload: JSON.stringify(payload),
    recorded_at_ms: index,
  }));
  const query = <Found>() =>
    Promise.resolve({ rows: rows as unknown as readonly Found[], rowCount: rows.length });
  return readConversationLog({ query }, ({ payload }) => JSON.parse(payload) as object);
}

it('given turns that end, when the log is read, then it tells how and when', async () => {
  const log = await logOf([
    ['ConversationStarted', {}],
    started('a'),
    completed('a'),
    started('b'),
    voided('b'),
    started('c'),
  ]);
  expect(log).toMatchObject({ faults: [], events: 6 });
  expect(log.conversations.get('c')?.interactions).toMatchObject([
    { id: 'a', outcome: 'completed', startedAtMs: 1, endedAtMs: 2 },
    { id: 'b', outcome: 'voided', startedAtMs: 3, endedAtMs: 4 },
    { id: 'c', outcome: 'running', startedAtMs: 5, endedAtMs: Infinity },
  ]);
});

it.each<[string, readonly Row[], RegExp]>([
  ['two turns at once', [started('a'), started('b')], /b began while a was running/],
  ['a turn that ends twice', [started('a'), completed('a'), completed('a')], /was not running/],
  ['a turn that is voided after its end', [started('a'), completed('a'), voided('a')], /was not running/],
  ['an end of another turn', [started('a'), completed('b')], /b, which was not running/],
  [
    'an event behind the last one',
    [['ConversationDiscarded', {}], started('a')],
    /after the conversation was discarded/,
  ],
])('given %s, when the log is read, then it says so', async (_what, events, words) => {
  expect((await logOf(events)).faults.join('\n')).toMatch(words);
});

it('given a missing version, when the log is read, then it says so', async () => {
  expect((await logOf([started('a')], 2)).faults).toEqual(['conversation c: version 1 is missing']);
});
