import { InteractionKind } from '@svc/contracts/conversations';
import { identityEvents } from '@svc/contracts/public-events';
import { causedBy } from '@svc/event-bus';
import { TestBus } from '@svc/event-bus/test-bus';
import { SubjectErasure } from '@svc/service-host';
import { DatabaseUnavailableError } from '@svc/postgres';
import { callerOf, omnipotent, samplesOf } from '@svc/testing';
import { EraseSubject } from '../src/application/erase-subject.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { otherServiceId, userProfile } from './peers.js';
import { noRemains, personalRemains } from './personal-remains.js';
import { eventsOf, leases } from './storage.js';
import { all, begun, createRequest, saying } from './turns.js';

const subject = 'org:demo/user/ada';
const bobs = 'org:demo/user/bob';
const gone = { code: 'not_found', message: 'This belongs to a person who was deleted.' };

let bus: TestBus;
let library: Library;
let host: Host;
beforeAll(async () => {
  bus = new TestBus();
  library = await openLibrary();
  host = await library.startHost('host-1', { bus });
});
beforeEach(async () => {
  await library.clear();
  library.peers.erased.clear();
  library.peers.users.set('ada', userProfile('ada'));
  // Longer than keys and users are cached.
  library.clock.nowMs += 60 * 60_000;
});
afterAll(() => library.close());

let deletions = 0;
/** As identity publishes it once the key is destroyed. Each is in a new stream, which the inbox does not know. */
async function deleteAda(sample = samplesOf(identityEvents.UserDeleted)[0]): Promise<string> {
  library.peers.erased.add(subject);
  const streamId = `${subject}-${(deletions += 1)}`;
  const event = { ...sample, tenantId: 'org:demo', streamId, subject } as const;
  return (await bus.publishSample(identityEvents.UserDeleted, event)).eventId;
}

const lastOf = async (conversationId: string, events = 1) =>
  (await eventsOf(library, conversationId)).slice(-events);
const finished = { type: 'ConversationFinished', data: { reason: 'deletion', userId: 'ada' } };
const voided = { type: 'InteractionVoided', data: { reason: 'deletion' } };

/** Causes of the confirmed erasures. */
async function confirmations(): Promise<readonly string[]> {
  const { rows } = await library.database.pool.query<{ streamId: string; subject: string; said: unknown }>(
    `SELECT stream_id AS "streamId", subject, payload::jsonb->>'subject' AS said FROM conversations.event
      WHERE event_type = 'SubjectErased' AND is_public ORDER BY position`,
  );
  expect(rows.filter((row) => row.subject !== subject || row.said !== subject)).toEqual([]);
  return rows.map(({ streamId }) => streamId);
}

async function numberOpen(): Promise<number | null> {
  const query = 'SELECT FROM conversations.conversation WHERE NOT is_finished';
  return (await library.database.pool.query(query)).rowCount;
}

/** Conversations of a user of `demo` in organizations where they are a member. */
async function openAbroad(organizations: number): Promise<void> {
  library.peers.users.set('ada', userProfile('ada', { homeOrgId: 'demo' }));
  for (let number = 1; number <= organizations; number += 1)
    await begun(host, { caller: { ...omnipotent('ada'), tenantId: `org:clinic-${number}`, orgId: 'demo' } });
}

describe('a deleted user', () => {
  it.each(samplesOf(identityEvents.UserDeleted))(
    'leaves nothing personal here, and all data of others',
    async (sample) => {
      await all(host.client.interact(saying(await begun(host), 'I like novels')));
      const bobsOwn = await begun(host, { caller: callerOf('bob') });
      const ofBob = await personalRemains(library, bobs);
      expect(await personalRemains(library, subject)).not.toEqual(noRemains);

      await deleteAda(sample);

      expect(await personalRemains(library, subject)).toEqual(noRemains);
      expect(await personalRemains(library, bobs)).toEqual(ofBob);
      expect(await lastOf(bobsOwn)).toMatchObject([{ type: 'InteractionCompleted' }]);
    },
  );

  it('has no open conversation, and finished ones stay as they were', async () => {
    const ended = await begun(host);
    await host.client.finishConversation({ caller: callerOf('ada'), conversationId: ended });
    const open = [await begun(host), await begun(host, { serviceId: otherServiceId })];

    await deleteAda();

    for (const conversationId of open) expect(await lastOf(conversationId)).toMatchObject([finished]);
    expect(await lastOf(ended)).toMatchObject([{ data: { reason: 'requested' } }]);
    expect(await numberOpen()).toBe(0);
  });

  it('is confirmed as erased, once for each deletion, after everything is cleared', async () => {
    await begun(host);
    const eventId = await deleteAda();
    expect(await confirmations()).toEqual([`org:demo/erasure/${eventId}`]);

    await bus.repeat();
    await host.get(SubjectErasure).execute({ subject, cause: { eventId, metadata: someMetadata } });
    expect(await confirmations()).toHaveLength(1);

    await host.admin.eraseSubject({ subject });
    expect(await confirmations()).toHaveLength(2);
  });

  it('given the process was killed before everything was cleared, then the next one completes it, and confirms once', async () => {
    await begun(host);
    library.peers.erased.add(subject);
    const cause = { eventId: 'f3c0a9d2-57f0-4e7c-9d0a-6a3ad35b0f14', metadata: someMetadata };
    await host.get(EraseSubject).begin({ subject, metadata: causedBy(cause, 'service:conversations') });

    expect(await host.get(SubjectErasure).resume()).toBe(1);
    await host.get(SubjectErasure).execute({ subject, cause });
    expect(await confirmations()).toEqual([`org:demo/erasure/${cause.eventId}`]);
  });

  it('begins nothing more, with words or without', async () => {
    const conversationId = await begun(host);
    await deleteAda();
    const before = await eventsOf(library, conversationId);
    const skip = { kind: InteractionKind.INTERACTION_KIND_SKIP };
    for (const turn of [
      () => host.client.interact(saying(conversationId, 'I like novels')),
      () => host.client.interact(saying(conversationId, '', skip)),
      () => host.client.createConversation(createRequest()),
    ])
      await expect(all(turn())).rejects.toMatchObject({ code: 'not_found' });
    expect(await eventsOf(library, conversationId)).toEqual(before);
    expect(await numberOpen()).toBe(0);
  });

  it('given identity can not be asked for keys, as after a restore, is erased nevertheless', async () => {
    await begun(host);
    library.peers.keyCalls.areRefused = true;
    await deleteAda().finally(() => (library.peers.keyCalls.areRefused = false));
    expect(await numberOpen()).toBe(0);
    expect(await confirmations()).toHaveLength(1);
  });

  it('given many conversations, also in other organizations, then all are finished', async () => {
    await openAbroad(103);
    await deleteAda();
    expect(await numberOpen()).toBe(0);
    expect(await confirmations()).toHaveLength(1);
  });
});

describe('a turn of a deleted user', () => {
  it('given it runs on the instance that erases, then it ends at once', async () => {
    const conversationId = await begun(host);
    const hold = host.model.hold();
    const turn = all(host.client.interact(saying(conversationId, 'I like novels')));
    const outcome = turn.catch((error: unknown) => error);
    await hold.reached;
    await deleteAda();

    expect(await outcome).toMatchObject(gone);
    expect(host.model.signals.at(-1)?.aborted).toBe(true);
    expect(await lastOf(conversationId, 2)).toMatchObject([voided, finished]);
    expect(await leases(library)).toEqual([]);
    expect(await personalRemains(library, subject)).toEqual(noRemains);
  });

  it('given it runs on another instance that gets the event, then it ends there at once', async () => {
    const other = await library.startHost('host-2', { bus });
    const conversationId = await begun(host);
    const hold = other.model.hold();
    const turn = all(other.client.interact(saying(conversationId, 'I like novels')));
    const outcome = turn.catch((error: unknown) => error);
    await hold.reached;
    await deleteAda();

    expect(await outcome).toMatchObject(gone);
    expect(await lastOf(conversationId, 2)).toMatchObject([voided, finished]);
  });

  describe('on an instance that gets no events', () => {
    it('is void, and what it writes later is refused', async () => {
      const { deaf, conversationId, hold, outcome } = await turnOnDeafInstance();
      await deleteAda();
      expect(await lastOf(conversationId, 2)).toMatchObject([voided, finished]);
      expect(await leases(library)).toEqual([]);

      hold.release();
      expect(await outcome).toMatchObject({ code: expect.stringMatching(/not_found|operation_in_progress/) });
      expect(await lastOf(conversationId)).toMatchObject([finished]);
      expect(await personalRemains(library, subject)).toEqual(noRemains);
      await deaf.stop();
    });

    it('ends there at the next renewal of its lease', async () => {
      const { deaf, outcome } = await turnOnDeafInstance();
      await deleteAda();
      await deaf.scheduler.tick();
      expect(await outcome).toMatchObject({ code: 'operation_in_progress' });
      expect(deaf.model.signals.at(-1)?.aborted).toBe(true);
      await deaf.stop();
    });
  });

  it('given it is the first one, then the conversation is discarded', async () => {
    const hold = host.model.hold();
    const turn = all(host.client.createConversation(createRequest()));
    const outcome = turn.catch((error: unknown) => error);
    await hold.reached;
    await deleteAda();
    expect(await outcome).toMatchObject(gone);
    expect(await numberOpen()).toBe(0);
    const { rows } = await library.database.pool.query<{ event_type: string }>(
      `SELECT event_type FROM conversations.event WHERE stream_id LIKE '%/conversation/%' ORDER BY position DESC LIMIT 2`,
    );
    expect(rows).toEqual([{ event_type: 'ConversationDiscarded' }, { event_type: 'InteractionVoided' }]);
  });
});

describe('an interrupted erasure', () => {
  /** As if the process ended after this many conversations. */
  function interruptBehind(conversations: number): void {
    let left = conversations;
    host.wire.fault = (statement, run) => {
      if (statement.name.includes('load_stream') && (left -= 1) < 0)
        return Promise.reject(new DatabaseUnavailableError('gone'));
      return run();
    };
  }

  it('confirms nothing, and continues when the event is delivered again', async () => {
    await openAbroad(5);
    interruptBehind(2);
    await expect(deleteAda()).rejects.toMatchObject({ code: 'service_unavailable' });
    host.wire.fault = undefined;
    expect(await numberOpen()).toBe(3);
    expect(await confirmations()).toEqual([]);

    await bus.repeat();

    expect(await numberOpen()).toBe(0);
    expect(await confirmations()).toHaveLength(1);
    expect(await personalRemains(library, subject)).toEqual(noRemains);
  });

  it('continues at the next start, and confirms', async () => {
    await openAbroad(3);
    interruptBehind(1);
    await expect(deleteAda()).rejects.toMatchObject({ code: 'service_unavailable' });
    host.wire.fault = undefined;

    await library.startHost('host-3');

    expect(await numberOpen()).toBe(0);
    expect(await confirmations()).toHaveLength(1);
  });

  it('given a conversation that can not be ended, then the others are, and nothing is confirmed', async () => {
    await openAbroad(3);
    library.peers.erased.add(subject);
    let calls = 0;
    host.wire.fault = (statement, run) =>
      statement.name.includes('load_stream') && (calls += 1) === 1
        ? Promise.reject(new Error('unreadable'))
        : run();
    await expect(host.get(SubjectErasure).execute({ subject })).rejects.toThrow('unreadable');
    host.wire.fault = undefined;
    expect(await numberOpen()).toBe(1);
    expect(await confirmations()).toEqual([]);
  });
});

const someMetadata = { actor: 'user:1', correlationId: 'request', causationId: 'request' };

let deafInstances = 0;
/** A turn in a conversation of the user, on an instance that gets no events. */
async function turnOnDeafInstance() {
  const deaf = await library.startHost(`deaf-${(deafInstances += 1)}`);
  const conversationId = await begun(host);
  const hold = deaf.model.hold();
  const turn = all(deaf.client.interact(saying(conversationId, 'I like novels')));
  const outcome = turn.catch((error: unknown) => error);
  await hold.reached;
  return { deaf, conversationId, hold, outcome };
}
