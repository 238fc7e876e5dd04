import { DatabaseUnavailableError, type Statement } from '@svc/postgres';
import pg from 'pg';
import { silentLogger } from '@svc/telemetry';
import { eventually } from '@svc/testing';
import { Leftovers } from '../src/index.js';
import { deferred } from './deferred.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { eventsOf, expireLeases, leases, waitingForLocks } from './storage.js';
import { all, begun, createRequest, messagesOf, saying, valueOf } from './turns.js';

let library: Library;
let host: Host;
const alarms: string[] = [];

beforeAll(async () => {
  library = await openLibrary();
  const logger = { ...silentLogger, error: (message: string) => void alarms.push(message) };
  host = await library.startHost('host-1', { logger });
});
beforeEach(async () => {
  alarms.length = 0;
  await library.clear();
});
afterAll(async () => {
  await library.close();
});

const lost = () => new DatabaseUnavailableError(new Error('Connection terminated unexpectedly'));
const lockTimeout = () => {
  const rejection = new pg.DatabaseError('canceling statement due to lock timeout', 0, 'error');
  return new DatabaseUnavailableError(Object.assign(rejection, { code: '55P03', severity: 'ERROR' }));
};
const takesLease = ({ text }: Statement) => text.includes('INSERT INTO conversations.lease');
const renewsLeases = ({ text }: Statement) => text.includes('UPDATE conversations.lease');
const releasesLease = ({ text }: Statement) => text.includes('DELETE FROM conversations.lease');

describe('a database outage in the middle of a turn', () => {
  it('when the response to the last commit is lost, then the client gets the commit, and the log has it once', async () => {
    const conversationId = await begun(host);
    let commits = 0;
    host.wire.fault = async (statement, run) => {
      const result = await run();
      if (releasesLease(statement) && (commits += 1) === 1) throw lost();
      return result;
    };
    const told = await all(host.client.interact(saying(conversationId, 'Hello')));
    expect(valueOf(told, 'interactionComplete').fullMessage).toBe('Hello there.');
    expect(await messagesOf(host, conversationId)).toHaveLength(3);
    expect(commits).toBe(1);
  });

  it('when the response to the last commit is lost and others continue before that is noticed, then the client gets the commit', async () => {
    const conversationId = await begun(host);
    const other = await library.startHost('host-2');
    let commits = 0;
    host.wire.fault = async (statement, run) => {
      const result = await run();
      if (!releasesLease(statement) || (commits += 1) > 1) return result;
      await all(other.client.interact(saying(conversationId, 'Hello from elsewhere')));
      throw lost();
    };
    const told = await all(host.client.interact(saying(conversationId, 'Hello')));
    expect(valueOf(told, 'interactionComplete').fullMessage).toBe('Hello there.');
    expect((await messagesOf(host, conversationId)).map(({ text }) => text)).toEqual([
      'Hello there.',
      'Hello',
      'Hello there.',
      'Hello from elsewhere',
      'Hello there.',
    ]);
  });

  it('when the last commit is still running as its connection is lost, then the client gets it, and the log has it once', async () => {
    const conversationId = await begun(host);
    const server = await library.database.pool.connect();
    let tries = 0;
    host.wire.fault = async (statement, run) => {
      if (!releasesLease(statement)) return run();
      if ((tries += 1) === 1) {
        await server.query('BEGIN');
        await server.query(statement.text, [...statement.values]);
        throw lost();
      }
      const second = run();
      second.catch(() => undefined);
      await eventually(async () => expect(await waitingForLocks(library)).toBe(1));
      await server.query('COMMIT');
      return second;
    };
    try {
      const told = await all(host.client.interact(saying(conversationId, 'Hello')));
      expect(valueOf(told, 'interactionComplete').fullMessage).toBe('Hello there.');
    } finally {
      await server.query('ROLLBACK');
      server.release();
    }
    expect(tries).toBe(2);
    expect(await messagesOf(host, conversationId)).toHaveLength(3);
    expect(await leases(library)).toEqual([]);
  });

  it.each(['turn', 'conversation'])(
    'when the response to the first commit of a %s is lost, then it continues',
    async (what) => {
      const conversationId = what === 'turn' ? await begun(host) : '';
      let begins = 0;
      host.wire.fault = async (statement, run) => {
        const result = await run();
        if (takesLease(statement) && (begins += 1) === 1) throw lost();
        return result;
      };
      const stream =
        what === 'turn'
          ? host.client.interact(saying(conversationId, 'Hello'))
          : host.client.createConversation(createRequest());
      const told = await all(stream);
      expect(valueOf(told, 'interactionComplete').fullMessage).toBe('Hello there.');
      expect(begins).toBe(1);
      expect(await leases(library)).toEqual([]);
    },
  );

  it('when the first commit fails, then the client is told, and nothing blocks the next turn', async () => {
    const conversationId = await begun(host);
    host.wire.fault = async (statement, run) => {
      if (takesLease(statement)) throw lost();
      return run();
    };
    await expect(all(host.client.interact(saying(conversationId, 'Hello')))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    host.wire.fault = undefined;
    await all(host.client.interact(saying(conversationId, 'Hello')));
  });

  it('when the response to the void of a first turn is lost, then it is void once, and no error is logged', async () => {
    let voids = 0;
    host.model.failure = new Error('out of words');
    host.wire.fault = async (statement, run) => {
      const result = await run();
      if (releasesLease(statement) && (voids += 1) === 1) throw lost();
      return result;
    };
    await expect(begun(host)).rejects.toMatchObject({ code: 'internal_error' });
    expect(voids).toBe(1);
    expect(alarms).toEqual([]);
    host.model.failure = undefined;
    await expect(begun(host)).resolves.toEqual(expect.any(String));
  });

  it('when the connections of the last commit and of the check of the log are lost, then the client gets the commit', async () => {
    const conversationId = await begun(host);
    let late: Promise<unknown> | undefined;
    let tries = 0;
    let questions = 0;
    host.wire.fault = async (statement, run) => {
      if (statement.name === 'conversations.read_stream' && (questions += 1) <= 2) throw lost();
      if (!releasesLease(statement)) return run();
      if ((tries += 1) > 1) return run();
      late = run();
      await late;
      throw lost();
    };
    const told = await all(host.client.interact(saying(conversationId, 'Hello')));
    expect(valueOf(told, 'interactionComplete').fullMessage).toBe('Hello there.');
    expect(questions).toBe(3);
    expect(await messagesOf(host, conversationId)).toHaveLength(3);
  });

  it.each([
    ['comes to its end in time', 3, true],
    ['hangs for longer than the log is asked', Infinity, false],
  ])(
    'when the last commit hangs in the server and %s, then the client never gets an error',
    async (_how, rejections, isHeardOf) => {
      const conversationId = await begun(host);
      const server = await library.database.pool.connect();
      let tries = 0;
      host.wire.fault = async (statement, run) => {
        if (!releasesLease(statement)) return run();
        if ((tries += 1) === 1) {
          await server.query('BEGIN');
          await server.query(statement.text, [...statement.values]);
          throw lost();
        }
        if (tries <= rejections) throw lockTimeout();
        if (tries === rejections + 1) await server.query('COMMIT');
        return run();
      };
      const told = await all(host.client.interact(saying(conversationId, 'Hello'))).finally(async () => {
        await server.query('COMMIT');
        server.release();
      });
      expect(told.some(({ $case }) => $case === 'interactionComplete')).toBe(isHeardOf);
      expect(await messagesOf(host, conversationId)).toHaveLength(3);
      expect(await leases(library)).toEqual([]);
    },
  );

  it('when a begin is voided before it is found in the log, then the client is told, and it never begins twice', async () => {
    const conversationId = await begun(host);
    let begins = 0;
    host.wire.fault = async (statement, run) => {
      const result = await run();
      if (!takesLease(statement) || (begins += 1) > 1) return result;
      await host.get(Leftovers).voidOwn();
      throw lost();
    };
    await expect(all(host.client.interact(saying(conversationId, 'Hello')))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(begins).toBe(1);
    expect((await eventsOf(library, conversationId)).at(-1)).toMatchObject({ type: 'InteractionVoided' });
    await all(host.client.interact(saying(conversationId, 'Hello again')));
  });

  it('when the first commit of a turn is made after the turn was given up, then its owner voids it at once', async () => {
    const conversationId = await begun(host);
    let late: (() => Promise<unknown>) | undefined;
    host.wire.fault = async (statement, run) => {
      if (!takesLease(statement)) return run();
      late ??= run;
      throw lost();
    };
    await expect(all(host.client.interact(saying(conversationId, 'Hello')))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    host.wire.fault = undefined;
    await late?.();
    expect(await leases(library)).toHaveLength(1);
    await host.scheduler.tick();
    expect(await leases(library)).toEqual([]);
    await all(host.client.interact(saying(conversationId, 'Hello again')));
  });

  it('when it is back in time, then the turn is committed', async () => {
    const conversationId = await begun(host);
    let rejections = 0;
    host.wire.fault = async (statement, run) => {
      const isAway = rejections > 0 || releasesLease(statement);
      if (!isAway || rejections === 4) return run();
      rejections += 1;
      throw lost();
    };
    const told = await all(host.client.interact(saying(conversationId, 'Hello')));
    expect(valueOf(told, 'interactionComplete').fullMessage).toBe('Hello there.');
    expect(rejections).toBe(4);
    expect(await leases(library)).toEqual([]);
  });

  it('when it stays away, then the client gets neither a commit nor an error, and the turn is voided when it is back', async () => {
    const conversationId = await begun(host);
    host.wire.fault = async (statement, run) => {
      if (releasesLease(statement)) throw lost();
      return run();
    };
    const told = await all(host.client.interact(saying(conversationId, 'Hello')));
    expect(told.map(({ $case }) => $case)).not.toContain('interactionComplete');
    expect(await leases(library)).toHaveLength(1);

    host.wire.fault = undefined;
    await host.get(Leftovers).voidOwn();
    expect((await eventsOf(library, conversationId)).at(-1)).toMatchObject({ type: 'InteractionVoided' });
    await all(host.client.interact(saying(conversationId, 'Hello again')));
    expect(await messagesOf(host, conversationId)).toHaveLength(3);
  });

  it("when it was away until the lease expired, then the owner's own sweep skips the turn", async () => {
    const conversationId = await begun(host);
    const hold = host.model.hold();
    const turn = all(host.client.interact(saying(conversationId, 'Hello')));
    await hold.reached;
    await expireLeases(library);
    host.wire.fault = (statement, run) => (renewsLeases(statement) ? Promise.reject(lost()) : run());
    await host.scheduler.tick();
    hold.release();
    expect(valueOf(await turn, 'interactionComplete').fullMessage).toBe('Hello there.');
  });

  it('when it is back as turns begin, then abandoned turns are voided, and none of the new ones', async () => {
    const conversationId = await begun(host);
    const hold = host.model.hold();
    const looking = deferred();
    let voiding: Promise<unknown> | undefined;
    host.wire.fault = async (statement, run) => {
      if (voiding && statement.name === 'conversations.load_stream') looking.resolve();
      const result = await run();
      if (takesLease(statement)) {
        // The lease exists, but its turn has no response yet.
        voiding = host.get(Leftovers).voidOwn();
        await looking.promise;
      }
      return result;
    };
    const turn = all(host.client.interact(saying(conversationId, 'Hello')));
    await hold.reached;
    await voiding;
    hold.release();
    expect(valueOf(await turn, 'interactionComplete').fullMessage).toBe('Hello there.');
  });

  it('when the renewal of leases fails once, then the turn goes on', async () => {
    const conversationId = await begun(host);
    const hold = host.model.hold();
    const turn = all(host.client.interact(saying(conversationId, 'Hello')));
    await hold.reached;
    host.wire.fault = () => Promise.reject(lost());
    await host.scheduler.tick();
    host.wire.fault = undefined;
    hold.release();
    expect(valueOf(await turn, 'interactionComplete').fullMessage).toBe('Hello there.');
  });
});
