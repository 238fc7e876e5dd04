import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { FinishReason } from '@svc/contracts/conversations';
import { conversationsEvents } from '@svc/contracts/public-events';
import { ModelError } from '@svc/engine';
import { workspaceTenant } from '@svc/kernel';
import { callerOf, samplesOf } from '@svc/testing';
import { ada, bob } from './callers.js';
import { startMemoryServer, type MemoryServer } from './memory-server.js';
import { messageIdOf, userProfile } from './peer-services.js';

let server: MemoryServer;
beforeAll(async () => void (server = await startMemoryServer()));
beforeEach(() => {
  server.peers.erased.clear();
  server.peers.isAway = false;
  server.extractor.failures = 0;
  server.extractor.failure = new RangeError('It said Ada lives in Paris.');
  // Longer than keys are cached.
  server.clock.nowMs += 60_000;
});
afterAll(() => server.stop());

let conversations = 0;
/** A new one: 24 hex digits. */
const anId = () => (conversations += 1).toString(16).padStart(24, 'c');

const memoriesOf = async (conversationId: string, caller = ada) => {
  const answer = await server.memory.listMemories({
    caller,
    userId: caller.userId,
    memoryIds: [],
    conversationIds: [conversationId],
    sortBy: [],
  });
  return answer.memories;
};
const modelOf = async (caller = ada) =>
  (await server.memory.getUserModel({ caller, userId: caller.userId })).userModels;

/** Stages that were published as completed. */
async function signalled(conversationId: string): Promise<readonly string[]> {
  const { rows } = await server.database.pool.query<{ stage: string }>(
    `SELECT payload::jsonb->>'stage' AS stage FROM memory.event
      WHERE event_type = 'PostProcessingStageCompleted' AND is_public AND payload::jsonb->>'conversationId' = $1
      ORDER BY position`,
    [conversationId],
  );
  return rows.map(({ stage }) => stage);
}
const bothStages = ['POST_PROCESSING_STAGE_EXTRACT_MEMORIES', 'POST_PROCESSING_STAGE_GENERATE_USER_MODELS'];

describe('a conversation that finishes', () => {
  it('then both stages are signalled in their order, and its memories and the user model can be read', async () => {
    const conversationId = anId();
    await server.finish({ conversationId }, 'Home: Berlin', 'Nice.', 'I run marathons', 'Great.');
    expect(await signalled(conversationId)).toEqual(bothStages);
    const memories = await memoriesOf(conversationId);
    expect(memories).toMatchObject([
      { content: 'Said: Home: Berlin', context: 'A talk', references: [messageIdOf(conversationId, 0)] },
      { content: 'Said: I run marathons', references: [messageIdOf(conversationId, 2)] },
    ]);
    expect(await modelOf()).toMatchObject([
      { content: 'Said: Home: Berlin', insightIds: [memories[0]?.memoryId] },
      { content: 'Said: I run marathons', insightIds: [memories[1]?.memoryId] },
    ]);
  });

  it('when its end arrives again, also after newer ones, then nothing happens twice', async () => {
    const conversationId = anId();
    await server.finish({ conversationId }, 'I like tea');
    const before = [await memoriesOf(conversationId), await modelOf()];
    const runs = server.extractor.runs;
    await server.bus.repeat();
    await server.settle();
    expect([await memoriesOf(conversationId), await modelOf()]).toEqual(before);
    expect(await signalled(conversationId)).toEqual(bothStages);
    expect(server.extractor.runs).toBe(runs);
  });

  it('given dimensions with many words, then all entries under them are kept all the same', async () => {
    server.peers.users.set('zoe', userProfile('zoe'));
    const zoe = callerOf('zoe');
    const tags = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(300, 'x'));
    const said = Array.from({ length: 30 }, (_, index) => `Thing ${index}`);
    server.peers.dimensions.push({ description: 'What they said', tags });
    const [first, second] = [anId(), anId()];
    await server.finish({ conversationId: first, userId: 'zoe' }, ...said);
    expect(await signalled(first)).toEqual(bothStages);
    server.peers.dimensions[0] = { description: 'Whatever they said', tags };
    await server.finish({ conversationId: second, userId: 'zoe' }, 'Thing 100');
    server.peers.dimensions.length = 0;
    expect(await signalled(second)).toEqual(bothStages);
    const model = await modelOf(zoe);
    expect(model).toHaveLength(16);
    for (const { dimensions } of model)
      expect(dimensions).toEqual([{ description: 'Whatever they said', tags }]);
  });

  it('given the same statement in two conversations, then it is one entry that rests on both', async () => {
    server.peers.users.set('cleo', userProfile('cleo'));
    const cleo = callerOf('cleo');
    const [first, second] = [anId(), anId()];
    await server.finish({ conversationId: first, userId: 'cleo' }, 'Home: Rome');
    await server.finish({ conversationId: second, userId: 'cleo' }, 'Home: Rome', 'I see.', 'Home: Paris');
    const ids = [...(await memoriesOf(first, cleo)), ...(await memoriesOf(second, cleo))].map(
      ({ memoryId }) => memoryId,
    );
    expect(await modelOf(cleo)).toMatchObject([{ content: 'Said: Home: Paris', insightIds: [ids[2]] }]);
  });

  it('given conversations of one person that finish at the same time, then the user model holds them all', async () => {
    server.peers.users.set('dora', userProfile('dora'));
    const dora = callerOf('dora');
    const said = ['I ski', 'I sail', 'I swim', 'I sing', 'I cook', 'I paint'];
    await Promise.all(said.map((words) => server.finish({ conversationId: anId(), userId: 'dora' }, words)));
    // Of the runs that lost the race the last is due at once.
    await server.later(0);
    expect((await modelOf(dora)).map(({ content }) => content).sort()).toEqual(
      said.map((words) => `Said: ${words}`).sort(),
    );
  });

  it('given another conversation of the person finishes between the read and the commit of one, then the user model has both', async () => {
    server.peers.users.set('finn', userProfile('finn'));
    const finn = callerOf('finn');
    const [slow, quick] = [anId(), anId()];
    const { database } = server;
    const commit = database.transaction.bind(database);
    const spy = jest.spyOn(database, 'transaction').mockImplementation(async (work) => {
      if ((await signalled(slow)).length === 1) {
        spy.mockRestore();
        void server.finish({ conversationId: quick, userId: 'finn' }, 'I sail');
        while ((await signalled(quick)).length < bothStages.length) await pause(10);
      }
      return commit(work);
    });
    await server.finish({ conversationId: slow, userId: 'finn' }, 'I ski');
    await server.later(0);
    expect((await modelOf(finn)).map(({ content }) => content).sort()).toEqual([
      'Said: I sail',
      'Said: I ski',
    ]);
    expect(await signalled(slow)).toEqual(bothStages);
  });

  it('given dimensions of the organization, then entries name theirs', async () => {
    server.peers.dimensions.splice(0, Infinity, { description: 'Shoes that they wear', tags: ['shoe'] });
    await server.finish({ conversationId: anId() }, 'My shoe size is 43');
    server.peers.dimensions.splice(0);
    const entry = (await modelOf()).find(({ content }) => content.includes('43'));
    expect(entry?.dimensions).toEqual([{ description: 'Shoes that they wear', tags: ['shoe'] }]);
  });

  it('given a member, then it is the record of the user at home', async () => {
    server.peers.users.set('mia', userProfile('mia', { homeOrgId: 'clinic' }));
    const conversationId = anId();
    await server.finish({ conversationId, userId: 'mia', subject: 'org:clinic/user/mia' }, 'I like tea');
    const { rows } = await server.database.pool.query(
      `SELECT DISTINCT subject FROM memory.event WHERE payload::text LIKE $1`,
      [`%${conversationId}%`],
    );
    expect(rows).toEqual([{ subject: 'org:clinic/user/mia' }]);
    expect(await signalled(conversationId)).toEqual(bothStages);
  });

  it.each([
    ['its person is deleted', FinishReason.FINISH_REASON_DELETION],
    ['of a reason that is not known here', FinishReason.FINISH_REASON_UNSPECIFIED],
  ])('when it finishes because %s, then there are no stages', async (_why, reason) => {
    const conversationId = anId();
    await server.finish({ conversationId, reason }, 'I like tea');
    expect([await signalled(conversationId), await memoriesOf(conversationId)]).toEqual([[], []]);
  });

  it('of a workspace, then there are no stages: its people are not known here', async () => {
    const conversationId = crypto.randomUUID();
    const tenantId = workspaceTenant('c56a4180-65aa-42ec-a945-5fd21dec0538');
    server.peers.transcripts.set(conversationId, ['I like tea']);
    await server.bus.publish(conversationsEvents.ConversationFinished, {
      tenantId,
      streamId: `${tenantId}/conversation/${conversationId}`,
      subject: `${tenantId}/user/${crypto.randomUUID()}`,
      data: {
        reason: FinishReason.FINISH_REASON_COMPLETED,
        finishedAtMs: 1,
        userId: 'u1',
        serviceId: 's1',
      },
    });
    await server.settle();
    expect(await signalled(conversationId)).toEqual([]);
    expect((await server.admin.listFailedPostProcessings({})).failed).toEqual([]);
  });

  it('then events in every recorded form of conversations are understood', async () => {
    for (const { tenantId, payload, ...sample } of samplesOf(conversationsEvents.ConversationFinished)) {
      const data = conversationsEvents.ConversationFinished.message.fromJSON(payload);
      const conversationId = anId();
      server.peers.transcripts.set(conversationId, ['I like tea']);
      const streamId = `${tenantId}/conversation/${conversationId}`;
      await server.bus.publish(conversationsEvents.ConversationFinished, {
        ...sample,
        tenantId,
        streamId,
        data,
      });
      await server.settle();
      const isRemembered = data.reason !== FinishReason.FINISH_REASON_DELETION;
      expect(await signalled(conversationId)).toEqual(isRemembered ? bothStages : []);
    }
  });
});

describe('a stage that fails', () => {
  const failedNow = async () => (await server.admin.listFailedPostProcessings({})).failed;

  it('when it fails once, then it is retried automatically', async () => {
    const conversationId = anId();
    server.extractor.failures = 2;
    await server.finish({ conversationId }, 'I like tea');
    expect(await signalled(conversationId)).toEqual([]);
    await server.later(5_000);
    expect(await signalled(conversationId)).toEqual([]);
    await server.later(30_000);
    expect(await signalled(conversationId)).toEqual(bothStages);
  });

  it("when it keeps failing, then the installer's list shows it, without words, and it continues when resumed", async () => {
    const conversationId = anId();
    server.extractor.failures = Infinity;
    await server.finish({ conversationId }, 'I like tea');
    for (const waitMs of [5_000, 30_000, 120_000, 600_000, 600_000]) await server.later(waitMs);
    expect(await failedNow()).toEqual([
      {
        tenantId: 'org:demo',
        conversationId,
        stage: 'extract-memories',
        failure: 'RangeError',
        attempts: 5,
        failedAtMs: expect.any(Number) as number,
      },
    ]);
    server.extractor.failures = 0;
    await server.admin.retryPostProcessing({ tenantId: 'org:demo', conversationId });
    await server.settle();
    expect([await signalled(conversationId), await failedNow()]).toEqual([bothStages, []]);
    const again = server.admin.retryPostProcessing({ tenantId: 'org:demo', conversationId });
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['bad_output', 'refused', 'context_overflow', 'content_filtered'] as const)(
    'when its model fails as %s each time, then each counts as a try, and it ends',
    async (kind) => {
      const conversationId = anId();
      server.extractor.failure = new ModelError(kind);
      server.extractor.failures = Infinity;
      const runs = server.extractor.runs;
      await server.finish({ conversationId }, 'I like tea');
      for (const waitMs of [5_000, 30_000, 120_000, 600_000, 600_000]) await server.later(waitMs);
      expect(await failedNow()).toMatchObject([{ conversationId, failure: `model_${kind}`, attempts: 5 }]);
      expect(server.extractor.runs - runs).toBe(5);
      server.extractor.failures = 0;
      await server.admin.retryPostProcessing({ tenantId: 'org:demo', conversationId });
      await server.settle();
    },
  );

  it('when its model is away for an hour, then that counts as no try, few calls are made, and it continues', async () => {
    const conversationId = anId();
    server.extractor.failure = new ModelError('unreachable');
    server.extractor.failures = Infinity;
    const runs = server.extractor.runs;
    await server.finish({ conversationId }, 'I like tea');
    for (let seconds = 0; seconds < 3_600; seconds += 10) await server.later(10_000);
    expect(await failedNow()).toEqual([]);
    expect(server.extractor.runs - runs).toBeLessThan(30);
    server.extractor.failures = 0;
    await server.later(600_000);
    expect(await signalled(conversationId)).toEqual(bothStages);
  });

  it('when its model names a wait, then it waits that long', async () => {
    const conversationId = anId();
    server.extractor.failure = new ModelError('rate_limited', { retryAfterSeconds: 40 });
    server.extractor.failures = 1;
    await server.finish({ conversationId }, 'I like tea');
    await server.later(39_000);
    expect(await signalled(conversationId)).toEqual([]);
    await server.later(1_000);
    expect(await signalled(conversationId)).toEqual(bothStages);
  });

  it('when conversations is away for long, then nothing fails, and the stage continues once it is back', async () => {
    const conversationId = anId();
    server.peers.isAway = true;
    await server.finish({ conversationId }, 'I like tea');
    for (let minutes = 0; minutes < 10; minutes += 1) await server.later(60_000);
    expect(await failedNow()).toEqual([]);
    server.peers.isAway = false;
    await server.later(60_000);
    expect(await signalled(conversationId)).toEqual(bothStages);
  });
});

describe('a person who is erased', () => {
  it('when it happens before the stages, then there are no memories, no signal and no further attempt', async () => {
    const conversationId = anId();
    server.extractor.failures = 1;
    await server.finish({ conversationId, userId: 'bob' }, 'Home: Oslo');
    server.peers.erased.add('org:demo/user/bob');
    const runs = server.extractor.runs;
    for (const waitMs of [6_000, 60_000, 600_000]) await server.later(waitMs);
    expect([await signalled(conversationId), server.extractor.runs]).toEqual([[], runs]);
    const { rows } = await server.database.pool.query('SELECT FROM memory.post_processing');
    expect(rows).toEqual([]);
  });

  it('when it happens while memories are extracted, then none are kept and nobody is told', async () => {
    const conversationId = anId();
    server.extractor.whenExtracted = () => {
      server.peers.erased.add('org:demo/user/bob');
      server.clock.nowMs += 5_000;
    };
    await server.finish({ conversationId, userId: 'bob' }, 'Home: Oslo');
    server.extractor.whenExtracted = () => undefined;
    await server.later(60_000);
    const { rows } = await server.database.pool.query(
      'SELECT FROM memory.memory WHERE conversation_id = $1',
      [conversationId],
    );
    expect([await signalled(conversationId), rows]).toEqual([[], []]);
  });

  it('when it happens between the stages, then the second is neither run nor signalled', async () => {
    const conversationId = anId();
    server.extractor.whenExtracted = () => void (server.peers.isAway = true);
    await server.finish({ conversationId, userId: 'bob' }, 'Home: Oslo');
    server.extractor.whenExtracted = () => undefined;
    server.peers.erased.add('org:demo/user/bob');
    server.peers.isAway = false;
    await server.later(60_000);
    expect(await signalled(conversationId)).toEqual(bothStages.slice(0, 1));
  });

  it('then nothing stored can be read any longer', async () => {
    const conversationId = anId();
    await server.finish({ conversationId, userId: 'bob' }, 'Home: Oslo');
    expect(await memoriesOf(conversationId, bob)).toHaveLength(1);
    server.peers.erased.add('org:demo/user/bob');
    await server.admin.eraseSubject({ subject: 'org:demo/user/bob' });
    const { rows } = await server.database.pool.query(
      `SELECT content, context, fact FROM memory.memory WHERE subject = 'org:demo/user/bob' AND conversation_id = $1`,
      [conversationId],
    );
    expect(rows).toEqual([{ content: null, context: null, fact: null }]);
    await expect(modelOf(bob)).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('no event and no row stores the words of messages in plain', async () => {
  const conversationId = anId();
  await server.finish({ conversationId }, 'Home: Xanadu-on-Sea');
  const { rows } = await server.database.pool.query(
    `SELECT 1 FROM memory.event WHERE payload::text LIKE '%Xanadu%'
      UNION ALL SELECT 1 FROM memory.memory AS m WHERE m::text LIKE '%Xanadu%'
      UNION ALL SELECT 1 FROM memory.snapshot AS s WHERE s::text LIKE '%Xanadu%'`,
  );
  expect(rows).toEqual([]);
  expect(await memoriesOf(conversationId)).toMatchObject([{ content: 'Said: Home: Xanadu-on-Sea' }]);
});
