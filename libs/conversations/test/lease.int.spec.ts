import type { Statement } from '@svc/postgres';
import { callerOf } from '@svc/testing';
import { Leftovers } from '../src/index.js';
import { LeaseKeeper, maxTurnMs } from '../src/lease/lease-keeper.js';
import { ada } from './callers.js';
import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { appendStart, databaseNowMs, eventsOf, expireLeases, leases } from './storage.js';
import { all, begun, createRequest, messagesOf, saying, valueOf } from './turns.js';

let library: Library;
let host: Host;
let other: Host;

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  other = await library.startHost('host-2');
});
beforeEach(async () => {
  await library.clear();
});
afterAll(async () => {
  await library.close();
});

/** A turn of `host` that stops after its first piece, as if its process was paused. */
async function paused(conversationId: string, text = 'Hello') {
  const hold = host.model.hold();
  const outcome = all(host.client.interact(saying(conversationId, text))).then(
    (told) => ({ told }),
    (error: unknown) => ({ failure: error }),
  );
  await hold.reached;
  return { outcome, release: () => hold.release() };
}

/** Each write to the one lease here extends it to 30 s from then on, by the database's clock. */
async function forThirtySeconds<Result>(take: () => Promise<Result>): Promise<Result> {
  const sinceMs = await databaseNowMs(library);
  const result = await take();
  const untilMs = await databaseNowMs(library);
  const takenAtMs = ((await leases(library))[0]?.ends_at_ms ?? 0) - 30_000;
  expect(takenAtMs).toBeGreaterThanOrEqual(sinceMs);
  expect(takenAtMs).toBeLessThanOrEqual(untilMs);
  return result;
}

describe('the lease of a turn', () => {
  it('when a turn runs, then it has a lease of 30 s by the clock of the database, which is gone afterwards', async () => {
    const conversationId = await begun(host);
    const turn = await forThirtySeconds(() => paused(conversationId));
    expect(await leases(library)).toMatchObject([{ conversation_id: conversationId, owner: 'host-1' }]);
    turn.release();
    await turn.outcome;
    expect(await leases(library)).toEqual([]);
  });

  it('given a lease near its end, when the timer ticks, then it is renewed', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    await expireLeases(library, '3 seconds');
    await forThirtySeconds(() => host.scheduler.tick());
    turn.release();
    expect(await turn.outcome).toHaveProperty('told');
  });

  it('given slow statements that use every connection of the pool, when the timer ticks, then it is renewed', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    await expireLeases(library, '3 seconds');
    const { pool } = library.database;
    await forThirtySeconds(async () => {
      const busy = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
      await host.get(LeaseKeeper).renew();
      for (const connection of busy) connection.release();
    });
    turn.release();
    expect(await turn.outcome).toHaveProperty('told');
  });

  it('given a turn that has hung for 10 minutes, then its lease is not renewed, and it ends', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    library.clock.nowMs += maxTurnMs + 1;
    await expireLeases(library, '3 seconds');
    await host.scheduler.tick();
    expect(await turn.outcome).toMatchObject({ failure: { code: 'request_timeout' } });
    await all(host.client.interact(saying(conversationId, 'Again')));
  });

  it('given a running turn of another instance, when somebody speaks, then the operation is in progress', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    await expect(all(other.client.interact(saying(conversationId, 'Me too')))).rejects.toMatchObject({
      code: 'operation_in_progress',
    });
    turn.release();
    expect(await turn.outcome).toHaveProperty('told');
    expect((await messagesOf(host, conversationId)).map(({ text }) => text)).not.toContain('Me too');
  });
});

describe('taking over a turn with an expired lease', () => {
  it('when the next call comes, then it voids the old turn and answers, and the old owner never does', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId, 'Lost words');
    await expireLeases(library);

    other.model.messages = [['The answer', ' of the other']];
    const told = await all(other.client.interact(saying(conversationId, 'Again')));
    expect(valueOf(told, 'interactionComplete').fullMessage).toBe('The answer of the other');

    turn.release();
    const { failure: error } = (await turn.outcome) as { failure: unknown };
    expect(error).toMatchObject({ code: 'operation_in_progress' });
    expect((await messagesOf(host, conversationId)).map(({ text }) => text)).toEqual([
      'Hello there.',
      'Again',
      'The answer of the other',
    ]);
    expect((await eventsOf(library, conversationId)).slice(-6).map(({ type }) => type)).toEqual([
      'InteractionStarted',
      'InteractionVoided',
      'InteractionStarted',
      'TurnRecorded',
      'AgentMessageCompleted',
      'InteractionCompleted',
    ]);
    expect(await leases(library)).toEqual([]);
  });

  it('given an owner that continues while the new one still answers, then its agent message is refused', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    await expireLeases(library);
    const hold = other.model.hold();
    const second = all(other.client.interact(saying(conversationId, 'Again')));
    await hold.reached;

    turn.release();
    expect(await turn.outcome).toMatchObject({ failure: { code: 'operation_in_progress' } });
    expect(await leases(library)).toMatchObject([{ owner: 'host-2' }]);
    hold.release();
    expect(valueOf(await second, 'interactionComplete').fullMessage).toBe('Hello there.');
  });

  it('when the timer of the old owner ticks, then it stops its model at once', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    await expireLeases(library);
    await all(other.client.interact(saying(conversationId, 'Again')));

    await host.scheduler.tick();
    expect(await turn.outcome).toMatchObject({ failure: { code: 'operation_in_progress' } });
    expect(host.model.signals.at(-1)?.aborted).toBe(true);
  });

  it('when the timer of the old owner ticks, then it does not renew the lease of the new one', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    await expireLeases(library);
    const hold = other.model.hold();
    const second = all(other.client.interact(saying(conversationId, 'Again')));
    await hold.reached;
    await expireLeases(library, '3 seconds');

    await host.scheduler.tick();
    expect((await leases(library))[0]?.seconds_left).toBeLessThan(4);
    hold.release();
    await Promise.all([second, turn.outcome]);
  });

  it('when a sweeper finds it, then it voids the turn, and the conversation goes on', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    await expireLeases(library);
    await other.scheduler.tick();
    expect(await leases(library)).toEqual([]);
    expect((await eventsOf(library, conversationId)).at(-1)).toMatchObject({
      type: 'InteractionVoided',
      data: { reason: 'lease-expired' },
    });

    turn.release();
    expect(await turn.outcome).toMatchObject({ failure: { code: 'operation_in_progress' } });
    await all(other.client.interact(saying(conversationId, 'Again')));
    expect(await messagesOf(host, conversationId)).toHaveLength(3);
  });

  it('given a conversation that it can not read, when a sweeper runs, then it voids the turns of the others', async () => {
    const bob = callerOf('bob');
    const unreadable = await begun(host);
    const readable = await begun(host, { caller: bob });
    const first = await paused(unreadable);
    const hold = host.model.hold();
    const second = all(host.client.interact(saying(readable, 'Hello', { caller: bob }))).catch(
      () => undefined,
    );
    await hold.reached;
    await library.database.pool.query(
      `UPDATE conversations.event SET event_type = 'OfANewerRelease'
        WHERE stream_id = 'org:demo/conversation/' || $1 AND stream_version = 2`,
      [unreadable],
    );
    await expireLeases(library);
    await library.database.pool.query(
      `UPDATE conversations.lease SET expires_at = expires_at - interval '1 hour' WHERE conversation_id = $1`,
      [unreadable],
    );

    await other.scheduler.tick();
    expect((await leases(library)).map((lease) => lease.conversation_id)).toEqual([unreadable]);
    first.release();
    hold.release();
    await Promise.all([first.outcome, second]);
  });

  it('given a raised fence and no other change, then the statement that ends the turn stores nothing', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    const before = await eventsOf(library, conversationId);
    await library.database.pool.query('UPDATE conversations.lease SET fence = fence + 1');
    turn.release();
    expect(await turn.outcome).toMatchObject({ failure: { code: 'operation_in_progress' } });
    expect(await eventsOf(library, conversationId)).toEqual(before);
    expect(await leases(library)).toHaveLength(1);
    expect(await messagesOf(host, conversationId)).toHaveLength(1);
  });

  it('given an expired lease that was not taken over, then its owner may still end the turn', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    await expireLeases(library);
    turn.release();
    expect(await turn.outcome).toHaveProperty('told');
    expect(await messagesOf(host, conversationId)).toHaveLength(3);
  });

  it('when a finish comes, then the turn is voided and the conversation finished', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    await expireLeases(library);
    await other.client.finishConversation({ caller: ada, conversationId });
    turn.release();
    expect(await turn.outcome).toHaveProperty('failure');
    expect((await eventsOf(library, conversationId)).slice(-2).map(({ type }) => type)).toEqual([
      'InteractionVoided',
      'ConversationFinished',
    ]);
  });
});

describe('a lease that is renewed at the moment it is found expired', () => {
  const takesOver = ({ text }: Statement) => text.includes('UPDATE conversations.lease SET interaction_id');
  const endsLease = ({ text }: Statement) => text.includes('DELETE FROM conversations.lease');

  /** Its owner renews it just before the statement that would take it over. */
  function renewsBefore(isMeant: (statement: Statement) => boolean): void {
    other.wire.fault = async (statement, run) => {
      if (isMeant(statement)) await host.scheduler.tick();
      return run();
    };
  }

  it.each([
    ['next call', takesOver, (id: string) => all(other.client.interact(saying(id, 'Again')))],
    [
      'finish',
      endsLease,
      (id: string) => other.client.finishConversation({ caller: ada, conversationId: id }),
    ],
  ])('when a %s comes, then it is told so, and the turn goes on', async (_what, isMeant, call) => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    await expireLeases(library);
    renewsBefore(isMeant);
    await expect(call(conversationId)).rejects.toMatchObject({ code: 'operation_in_progress' });
    turn.release();
    expect(await turn.outcome).toHaveProperty('told');
    expect(await messagesOf(host, conversationId)).toHaveLength(3);
  });

  it('when a sweeper finds it, then the turn goes on', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    await expireLeases(library);
    renewsBefore(endsLease);
    await other.scheduler.tick();
    turn.release();
    expect(await turn.outcome).toHaveProperty('told');
  });
});

describe('starting an instance', () => {
  it('given turns that an earlier run left behind, then they are void before it serves, others are not', async () => {
    const mine = await begun(host);
    const turn = await paused(mine, 'Lost words');
    const hold = other.model.hold();
    const theirs = all(other.client.createConversation(createRequest({ caller: callerOf('bob') })));
    await hold.reached;

    const restarted = await library.startHost('host-1');
    expect(await leases(library)).toMatchObject([{ owner: 'host-2' }]);
    expect((await eventsOf(library, mine)).at(-1)).toMatchObject({
      type: 'InteractionVoided',
      data: { reason: 'owner-restarted' },
    });
    await all(restarted.client.interact(saying(mine, 'Again')));

    turn.release();
    expect(await turn.outcome).toMatchObject({ failure: { code: 'operation_in_progress' } });
    expect((await messagesOf(host, mine)).map(({ text }) => text)).not.toContain('Lost words');
    hold.release();
    expect(valueOf(await theirs, 'interactionComplete').fullMessage).toBe('Hello there.');
  });

  it('given a turn that it runs and one that it lost, when asked to void its own, then only the lost one is', async () => {
    const conversationId = await begun(host);
    const turn = await paused(conversationId);
    const lost = await begun(host, { caller: callerOf('bob') });
    await library.database.pool.query(
      `INSERT INTO conversations.lease SELECT tenant_id, $1, 'lost', 'host-1', 99, expires_at FROM conversations.lease`,
      [lost],
    );
    await appendStart(library, lost, 'lost');

    await host.get(Leftovers).voidOwn();

    expect(await leases(library)).toMatchObject([{ conversation_id: conversationId }]);
    expect((await eventsOf(library, lost)).at(-1)).toMatchObject({ type: 'InteractionVoided' });
    turn.release();
    expect(await turn.outcome).toHaveProperty('told');
  });
});
