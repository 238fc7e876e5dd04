import { compileGraph } from '@svc/definitions/classic';
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

/** Runs a first conversation, which makes the user a returning one, and starts the second. @returns the second one's id */
async function returned(at = host): Promise<string> {
  const first = await begun(at);
  await at.client.finishConversation({ caller: ada, conversationId: first });
  return begun(at);
}
const say = (conversationId: string, text: string, changes = {}) =>
  all(host.client.interact(saying(conversationId, text, changes)));
/** The texts of the latest message prompt, by role. */
const prompt = (role: 'system' | 'user') =>
  (host.model.engaged.at(-1)?.messages ?? [])
    .filter((message) => message.role === role)
    .map(({ content }) => content)
    .join('\n');
const recallsOf = async (conversationId: string) =>
  (await eventsOf(library, conversationId)).flatMap((event) =>
    event.type === 'RecollectionsRead' ? [event.data.recollections.map(({ content }) => content)] : [],
  );

describe('given a user with memories', () => {
  beforeEach(() => memory.known.set('ada', ['Is called Ada.', 'Lives in Berlin.']));

  it('when they are new here, then memory is not asked', async () => {
    const conversationId = await begun(host);
    await say(conversationId, 'Hello');
    expect(memory.requests).toEqual([]);
    expect(await recallsOf(conversationId)).toEqual([]);
  });

  it('when they return, then the model is told inside the data tags, from the greeting on, and memory is asked once', async () => {
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

  it('when more is known than fits, then each turn gets what fits its topic', async () => {
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

  it('then a turn needs no more statements than without', async () => {
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

  it('then each turn, replayed from the log only, leaves identical events', async () => {
    const conversationId = await returned();
    await say(conversationId, 'Hello');
    const log = await library.store.readConversation(
      library.database,
      `org:demo/conversation/${conversationId}`,
    );
    const definition = { agent: testProfile, graph: compileGraph(testGraph) };
    const turns = recordedTurns(log);
    expect(turns).toHaveLength(2);
    for (const turn of turns) {
      const replay = replayTurn(turn, { definition, hash: hashOf('org:demo', 'ada') });
      expect(replay).toEqual({ outcome: 'identical' });
    }
  });

  it('then the database has none of it in plain', async () => {
    await returned();
    const { rows } = await library.database.pool.query<{ row: string }>(
      `SELECT e::text AS row FROM conversations.event AS e WHERE event_type = 'RecollectionsRead'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain('Berlin');
    expect(rows[0]?.row).not.toContain(Buffer.from('Berlin').toString('base64').slice(0, 7));
  });

  it('given more than fits into an event, then it is stored next to the event, and comes back whole', async () => {
    const long = Array.from({ length: 4 }, (_, index) => `${index}${'語'.repeat(10_000)}`);
    memory.known.set('ada', long);
    const conversationId = await returned();
    expect(await recallsOf(conversationId)).toEqual([long]);
    const { rowCount } = await library.database.pool.query(
      `SELECT FROM conversations.event WHERE event_type = 'RecollectionsRead' AND payload::json #>> '{$personal,blob}' IS NOT NULL`,
    );
    expect(rowCount).toBe(1);
  });

  it('when somebody else speaks for them who may not read it, then nothing is told', async () => {
    library.peers.users.set('root', userProfile('root') satisfies UserProfile);
    const conversationId = await returned();
    await say(conversationId, 'What do you know of me?', { caller: omnipotent('root') });
    expect(prompt('user')).not.toContain('Berlin');
    await say(conversationId, 'I am back');
    expect(prompt('user')).toContain('Berlin');
  });
});

describe('given an outage of memory', () => {
  it('when it refuses, then turns continue without it, and soon with it again', async () => {
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

  it('when it hangs, then turns continue without it', async () => {
    memory.known.set('ada', ['Lives in Berlin.']);
    memory.state = 'hangs';
    const impatient = await library.startHost('host-2', { recallWithinMs: 20 });
    await returned(impatient);
    expect(impatient.model.engaged).toHaveLength(2);
    expect(JSON.stringify(impatient.model.engaged)).not.toContain('Berlin');
  });

  it('when its response is lost, then the turn uses what the log has', async () => {
    memory.known.set('ada', ['Lives in Berlin.']);
    const conversationId = await returned();
    memory.state = 'refuses';
    library.clock.nowMs += 10 * 60_000;
    await say(conversationId, 'Hello');
    expect(memory.requests).toHaveLength(2);
    expect(prompt('user')).toContain('Berlin');
  });
});
