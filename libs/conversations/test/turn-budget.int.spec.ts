import type { Statement } from '@svc/postgres';
import { callerOf } from '@svc/testing';
import { absentConversation, evolve } from '../src/domain/conversation.js';
import { Conversations } from '../src/log/conversations.js';
import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { eventsOf } from './storage.js';
import { all, begun, createRequest, saying } from './turns.js';

let library: Library;
let host: Host;

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
beforeEach(async () => {
  await library.clear();
});
afterAll(async () => {
  await library.close();
});

/** Each statement is its own transaction, so the writing ones are the commits. */
const isCommit = ({ text }: Statement): boolean => /\b(INSERT|UPDATE|DELETE)\b/.test(text);

/** Statements here, and calls of other contexts. Each call costs its context one query; definitions are cached. */
async function costOf(turn: () => Promise<unknown>) {
  // Longer than the results of the last turn are cached.
  library.clock.nowMs += 60_000;
  host.wire.statements.length = 0;
  library.peers.asked.length = 0;
  await turn();
  return {
    statements: host.wire.statements.length,
    commits: host.wire.statements.filter(isCommit).length,
    asked: [...library.peers.asked].sort(),
  };
}

describe('the cost of a turn', () => {
  it('when the user continues, then 3 round trips to the database in all, 2 of them commits', async () => {
    const conversationId = await begun(host);
    expect(await costOf(() => all(host.client.interact(saying(conversationId, 'Hello'))))).toEqual({
      statements: 2,
      commits: 2,
      asked: ['getUserContexts'],
    });
  });

  it('given a model that is slower than keys are cached, then it asks for the key as often as otherwise', async () => {
    const conversationId = await begun(host);
    const cost = costOf(async () => {
      const hold = host.model.hold();
      const turn = all(host.client.interact(saying(conversationId, 'Hello')));
      await hold.reached;
      library.clock.nowMs += 60_000;
      hold.release();
      await turn;
    });
    expect(await cost).toEqual({ statements: 2, commits: 2, asked: ['getUserContexts'] });
  });

  it('given that the last turn ran elsewhere, when the user speaks, then 4 round trips in all', async () => {
    const other = await library.startHost('host-3');
    const conversationId = await begun(other);
    expect(await costOf(() => all(host.client.interact(saying(conversationId, 'Hello'))))).toEqual({
      statements: 3,
      commits: 2,
      asked: ['getUserContexts'],
    });
  });

  it('given that the last turn ran elsewhere, then the key arrives before there is anything to open', async () => {
    const other = await library.startHost('host-4');
    const conversationId = await begun(other);
    let askedBefore: readonly string[] = [];
    host.wire.fault = (statement, run) => {
      if (statement.name === 'conversations.load_stream') askedBefore = [...library.peers.asked];
      return run();
    };
    await costOf(() => all(host.client.interact(saying(conversationId, 'Hello'))));
    expect(askedBefore).toEqual(['getUserContexts']);
  });

  it('when a conversation is created, then 5 round trips in all, 2 of them commits', async () => {
    await begun(host, { caller: callerOf('bob') });
    expect(await costOf(() => all(host.client.createConversation(createRequest())))).toEqual({
      statements: 3,
      commits: 2,
      asked: ['getUserContexts', 'resolveDefinition'],
    });
  });

  it('when it is created, then statements and calls of other contexts are at most 6 in all', async () => {
    const { statements, asked } = await costOf(() => begun(host));
    expect(statements + asked.length).toBeLessThanOrEqual(6);
  });

  it('given an instance without the definition, then it asks for it once', async () => {
    const conversationId = await begun(host);
    const other = await library.startHost('host-2');
    library.peers.asked.length = 0;
    await all(other.client.interact(saying(conversationId, 'Hello')));
    await all(other.client.interact(saying(conversationId, 'Hello again')));
    expect(library.peers.asked.filter((call) => call === 'getDefinition')).toHaveLength(1);
  });

  it('given a long conversation, then a load reads a bounded number of events and a bounded state', async () => {
    const conversationId = await begun(host);
    const stream = `org:demo/conversation/${conversationId}`;
    host.model.messages = [['a long answer '.repeat(100), '.']];
    let longestTail = 0;
    for (let turn = 0; turn < 40; turn += 1) {
      await all(host.client.interact(saying(conversationId, `Turn ${turn}`)));
      const { rows } = await library.database.pool.query<{ tail: number; state: number }>(
        `SELECT (SELECT max(stream_version) FROM conversations.event WHERE stream_id = $1)
                - coalesce((SELECT stream_version FROM conversations.snapshot WHERE stream_id = $1), 0) AS tail,
                coalesce((SELECT octet_length(decode(state, 'base64')) FROM conversations.snapshot WHERE stream_id = $1), 0) AS state`,
        [stream],
      );
      longestTail = Math.max(longestTail, rows[0]?.tail ?? 0);
      // The window of 24,000 characters, its JSON, and the text of a running turn.
      expect(rows[0]?.state).toBeLessThan(30_000);
    }
    expect(longestTail).toBeLessThan(48);

    const context = await library.openContext();
    const { state } = await context.get(Conversations).load('org:demo', conversationId);
    expect(state).toEqual((await eventsOf(library, conversationId)).reduce(evolve, absentConversation));
  });
});
