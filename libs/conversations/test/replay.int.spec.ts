import { InteractionKind } from '@svc/contracts/conversations';
import { wantsAdvice } from './definitions.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { userProfile } from './peers.js';
import { replay } from './replay.js';
import { eventsOf } from './storage.js';
import { all, begun, saying } from './turns.js';

let library: Library;
let host: Host;

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
afterAll(async () => {
  await library.close();
});

it('the log holds all that a turn depends on: taken again from it, each asks the model the very same', async () => {
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
  host.model.failure = new Error('out of order');
  await expect(say('Lost')).rejects.toThrow();
  host.model.failure = undefined;
  await say('', { kind: InteractionKind.INTERACTION_KIND_SKIP });
  await say('The library closes', { kind: InteractionKind.INTERACTION_KIND_EXTERNAL_EVENT });

  const events = await eventsOf(library, conversationId);
  const turns = await replay(events);
  expect(turns).toHaveLength(5);
  for (const { recorded, replayed } of turns) {
    expect(recorded.calls.length).toBeGreaterThan(0);
    expect(replayed).toEqual(recorded);
  }

  const known = events.flatMap((event) => (event.type === 'UserProfileRead' ? [event.data] : []));
  expect(known).toEqual([
    { displayName: 'Ada Example', preferredLanguage: null, additionalContext: [] },
    { displayName: 'Ada Example', preferredLanguage: 'deu', additionalContext: ['x'.repeat(7_990)] },
  ]);
});
