import { parseGraph } from '@svc/engine';
import type { UserProfile } from '@svc/contracts/identity';
import { omnipotent } from '@svc/testing';
import { recordedTurns } from '../src/replay/recorded-turns.js';
import { replayTurn } from '../src/replay/replay-turn.js';
import { ada } from './callers.js';
import { testGraph, testProfile } from './definitions.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { recalledAtMs, userProfile } from './peers.js';
import { eventsOf } from './storage.js';
import { all, begun, saying } from './turns.js';
import { hashOf } from './written-keys.js';

let library: Library;
let host: Host;
let memory: Library['peers']['memory'];
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  ({ memory } = library.peers);
});
beforeEach(async () => {
  await library.clear();
  memory.known.clear();
  memory.hasMore = false;
  memory.state = 'here';
  memory.requests.length = 0;
  host.model.engaged.length = 0;
  library.clock.nowMs += 10 * 60_000;
});
afterAll(() => library.close());

/** A first conversation, which makes the user a returning one, and the second. @returns the id of the second */
async function returned(at = host): Promise<string> {
  const first = await begun(at);
  await at.client.finishConversation({ caller: ada, conversationId: first });
  return begun(at);
}
const say = (conversationId: string, text: string, changes = {}) =>
  all(host.client.interact(saying(conversationId, text, changes)));
/** The latest prompt of a message, by role. */
const prompt = (role: 'system' | 'user') =>
  (host.model.engaged.at(-1)?.messages ?? [])
    .filter((message) => message.role === role)
    .map(({ content }) => content)
    .join('\n');
const recallsOf = async (conversationId: string) =>
  (await eventsOf(library, conversationId)).flatMap((event) =>
    event.type === 'RecollectionsRead' ? [event.data.recollections.map(({ content }) => content)] : [],
  );

describe('given a user of whom something is known', () => {
  beforeEach(() => memory.known.set('ada', ['Is called Ada.', 'Lives in Berlin.']));

  it('when they are new here, then nobody asks for it', async () => {
    const conversationId = await begun(host);
    await say(conversationId, 'Hello');
    expect(memory.requests).toEqual([]);
    expect(await recallsOf(conversationId)).toEqual([]);
  });

  it('when they come back, then the model is told in the fence, from the greeting on, and memory is asked once', async () => {
    const conversationId = await returned();
    const line = '{"known":"Lives in Berlin.","said_on":"2026-01-30"}';
    expect(new Date(recalledAtMs).toISOString()).toMatch(/^2026-01-30/);
    expect(prompt('user')).toContain(`${line}\n</known_of_user>`);
    await say(conversationId, 'Hello');
    expect(prompt('user')).toContain(`${line}\n</known_of_user>`);
    expect(prompt('system')).not.toContain('Berlin');
    expect(memory.requests).toEqual([
      { tenantId: 'org:demo', userId: 'ada', query: '', budgetCharacters: 4_000 },
    ]);
    expect(await recallsOf(conversationId)).toEqual([['Is called Ada.', 'Lives in Berlin.']]);
  });

  it('when more is known than fits, then each turn is told what fits what is said', async () => {
    memory.hasMore = true;
    memory.known.set('ada', ['Likes tea.', 'Likes maps.']);
    const conversationId = await returned();
    await say(conversationId, 'tea');
    expect(prompt('user')).toContain('Likes tea.');
    expect(prompt('user')).not.toContain('Likes maps.');
    await say(conversationId, 'maps');
    expect(prompt('user')).not.toContain('Likes tea.');
    expect(await recallsOf(conversationId)).toEqual([
      ['Likes tea.', 'Likes maps.'],
      ['Likes tea.'],
      ['Likes maps.'],
    ]);
  });

  it('then a turn takes no statement more than without', async () => {
    const conversationId = await returned();
    host.wire.statements.length = 0;
    await say(conversationId, 'Hello');
    const withRecall = host.wire.statements.map(({ name }) => name);
    memory.known.clear();
    library.clock.nowMs += 10 * 60_000;
    await say(conversationId, 'Hello');
    host.wire.statements.length = 0;
    await say(conversationId, 'Hello');
    expect(host.wire.statements.map(({ name }) => name)).toEqual(withRecall);
  });

  it('then each turn, taken again from the log alone, leaves the very same events', async () => {
    const conversationId = await returned();
    await say(conversationId, 'Hello');
    const log = await library.store.readConversation(
      library.database,
      `org:demo/conversation/${conversationId}`,
    );
    const definition = { agent: testProfile, graph: parseGraph(testGraph) };
    const turns = recordedTurns(log);
    expect(turns).toHaveLength(2);
    for (const turn of turns) {
      const replay = await replayTurn(turn, { definition, hash: hashOf('org:demo', 'ada') });
      expect(replay).toEqual({ outcome: 'identical' });
    }
  });

  it('then it stands nowhere in the database as it was said', async () => {
    await returned();
    const { rows } = await library.database.pool.query<{ row: string }>(
      `SELECT e::text AS row FROM conversations.event AS e WHERE event_type = 'RecollectionsRead'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain('Berlin');
    expect(rows[0]?.row).not.toContain(Buffer.from('Berlin').toString('base64').slice(0, 7));
  });

  it('given more than an event holds, then it stands beside the event, and comes back whole', async () => {
    const long = Array.from({ length: 4 }, (_, index) => `${index}${'語'.repeat(10_000)}`);
    memory.known.set('ada', long);
    const conversationId = await returned();
    expect(await recallsOf(conversationId)).toEqual([long]);
    const { rowCount } = await library.database.pool.query(
      `SELECT FROM conversations.event WHERE event_type = 'RecollectionsRead' AND payload::json #>> '{$personal,blob}' IS NOT NULL`,
    );
    expect(rowCount).toBe(1);
  });

  it('when somebody else speaks for them, then nothing is told that these may not read', async () => {
    library.peers.users.set('root', userProfile('root') satisfies UserProfile);
    const conversationId = await returned();
    await say(conversationId, 'What do you know of me?', { caller: omnipotent('root') });
    expect(prompt('user')).not.toContain('Berlin');
    await say(conversationId, 'I am back');
    expect(prompt('user')).toContain('Berlin');
  });
});

describe('given a memory that does not answer', () => {
  it('when it refuses, then turns go on without, and soon with it again', async () => {
    memory.known.set('ada', ['Lives in Berlin.']);
    memory.state = 'refuses';
    const conversationId = await returned();
    await say(conversationId, 'Hello');
    expect(prompt('user')).not.toContain('Berlin');
    expect(memory.requests).toHaveLength(1);
    memory.state = 'here';
    library.clock.nowMs += 5_000;
    await say(conversationId, 'Hello again');
    expect(prompt('user')).toContain('Berlin');
  });

  it('when it hangs, then turns go on without', async () => {
    memory.known.set('ada', ['Lives in Berlin.']);
    memory.state = 'hangs';
    const impatient = await library.startHost('host-2', { recallWithinMs: 20 });
    await returned(impatient);
    expect(impatient.model.engaged).toHaveLength(2);
    expect(JSON.stringify(impatient.model.engaged)).not.toContain('Berlin');
  });

  it('when it is lost behind an answer, then the turn has what the log has', async () => {
    memory.known.set('ada', ['Lives in Berlin.']);
    const conversationId = await returned();
    memory.state = 'refuses';
    library.clock.nowMs += 10 * 60_000;
    await say(conversationId, 'Hello');
    expect(memory.requests).toHaveLength(2);
    expect(prompt('user')).toContain('Berlin');
  });
});
