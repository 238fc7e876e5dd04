import { InteractionKind } from '@svc/contracts/conversations';
import { ModelFailure, parseGraph } from '@svc/engine';
import type { ConversationEvent } from '../src/domain/conversation-event.js';
import { recordedTurns, type LoggedEvent, type RecordedTurn } from '../src/replay/recorded-turns.js';
import { replayTurn, type TurnReplay } from '../src/replay/replay-turn.js';
import { testGraph, testProfile, wantsAdvice } from './definitions.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { userProfile } from './peers.js';
import { eventsOf } from './storage.js';
import { all, begun, saying } from './turns.js';
import { hashOf } from './written-keys.js';

let library: Library;
let host: Host;
/** A conversation of everything that a turn can be. */
let log: readonly LoggedEvent[];
let events: readonly ConversationEvent[];
let turns: readonly RecordedTurn[];

const ground = {
  definition: { agent: testProfile, graph: parseGraph(testGraph) },
  hash: hashOf('org:demo', 'ada'),
};

function replays(of: readonly RecordedTurn[]): Promise<readonly TurnReplay[]> {
  return Promise.all(of.map((turn) => replayTurn(turn, ground)));
}

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  const conversationId = await begun(host);
  const say = (text: string, changes: Parameters<typeof saying>[2] = {}) =>
    all(host.client.interact(saying(conversationId, text, changes)));
  host.model.messages = [['One', ' answer.'], ['Another.'], ['  ', 'Last \u0000', 'word.']];
  await say('I like to read');
  // what is known of the user changes
  const additionalContext = ['Reads at night', 'x'.repeat(7_990)];
  library.peers.users.set('ada', userProfile('ada', { preferredLanguage: 'deu', additionalContext }));
  // with a thought, and something that happened before
  host.model.choice = wantsAdvice;
  library.clock.nowMs += 5_000;
  const externalEvents = [{ content: 'The door opened', timestampMs: library.clock.nowMs - 1_000 }];
  await say('What shall I read?', { externalEvents });
  host.model.choice = undefined;
  // a turn that comes to nothing
  host.model.failure = new ModelFailure('timeout');
  await expect(say('Lost')).rejects.toThrow();
  host.model.failure = undefined;
  await say('', { kind: InteractionKind.INTERACTION_KIND_SKIP });
  await say('The library closes', { kind: InteractionKind.INTERACTION_KIND_EXTERNAL_EVENT });
  // a message that is cut at its limit
  host.model.messages = [['a'.repeat(6_000), 'b'.repeat(6_000), 'c']];
  await say('Tell me everything');

  events = await eventsOf(library, conversationId);
  log = events.map((event) => ({ event, isErased: false }));
  turns = recordedTurns(log);
});
afterAll(async () => {
  await library.close();
});

it('the log holds all that a turn depends on: taken again from it, each leaves the very same events', async () => {
  expect(turns).toHaveLength(7);
  expect(await replays(turns)).toEqual(turns.map(() => ({ outcome: 'identical' })));
  const known = events.flatMap((event) => (event.type === 'UserProfileRead' ? [event.data] : []));
  expect(known).toEqual([
    { displayName: 'Ada Example', preferredLanguage: null, additionalContext: [] },
    { displayName: 'Ada Example', preferredLanguage: 'deu', additionalContext: ['x'.repeat(7_990)] },
  ]);
});
