import { conversationsEvents, memoryEvents, publicEvents, worldEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import { userSubject } from '@svc/kernel';
import { confirmingContexts, listOpenErasures, OverdueErasures } from '@svc/privacy';
import { createMetrics } from '@svc/telemetry';
import { samplesOf } from '@svc/testing';
import { EraseSubject } from '../src/application/erase-subject.js';
import { startDemo, type Demo } from './demo.js';
import { startMs } from './identity-process.js';

const hourMs = 60 * 60_000;
let bus: TestBus;
let demo: Demo;
beforeEach(async () => {
  bus = new TestBus();
  demo = await startDemo({}, bus);
});
afterEach(() => demo.stop());

async function deleteUser(): Promise<string> {
  const { userId } = await demo.addUser();
  await demo.identity.deleteUser({ caller: demo.owner, userId });
  return userSubject('org:demo', userId);
}

let erasures = 0;
/** As each context publishes it, each time in a stream of its own. */
async function confirm(subject: string): Promise<void> {
  const streamId = `org:demo/erasure/${(erasures += 1)}`;
  const event = { tenantId: 'org:demo', streamId, subject, data: { subject } } as const;
  for (const events of Object.values(publicEvents))
    if ('SubjectErased' in events) await bus.publish(events.SubjectErased, event);
}

const open = () => listOpenErasures(demo.storage.database);

/** The lines of the gauge. */
async function overdue(): Promise<readonly string[]> {
  const metrics = createMetrics();
  new OverdueErasures(demo.storage.database, demo.clock, metrics);
  return (await metrics.expose()).split('\n').filter((line) => line.startsWith('privacy_overdue_erasures'));
}

describe('a deletion', () => {
  it('is open in each context with personal data, until that context confirms it', async () => {
    const [first, second] = [await deleteUser(), await deleteUser()];
    const waiting = (subject: string) =>
      confirmingContexts.map((context) => ({ subject, context, sinceMs: startMs }));
    expect(confirmingContexts).toContain('conversations');
    expect(await open()).toEqual([first, second].toSorted().flatMap(waiting));

    await confirm(first);
    expect(await open()).toEqual(waiting(second));
    await confirm(first);
    await bus.repeat();
    expect(await open()).toEqual(waiting(second));
    await confirm(second);
    expect(await open()).toEqual([]);
  });

  it.each(samplesOf(conversationsEvents.SubjectErased))(
    'is confirmed by all versions of the event that conversations has published',
    async (sample) => {
      const subject = await deleteUser();
      const event = { ...sample, payload: { ...sample.payload, subject } };
      await bus.publishSample(conversationsEvents.SubjectErased, event);
      expect((await open()).map(({ context }) => context)).not.toContain('conversations');
    },
  );

  it.each(samplesOf(memoryEvents.SubjectErased))(
    'is confirmed by all versions of the event that memory has published',
    async (sample) => {
      const subject = await deleteUser();
      const event = { ...sample, payload: { ...sample.payload, subject } };
      await bus.publishSample(memoryEvents.SubjectErased, event);
      expect((await open()).map(({ context }) => context)).not.toContain('memory');
    },
  );

  it.each(samplesOf(worldEvents.SubjectErased))(
    'is confirmed by all versions of the event that world has published',
    async (sample) => {
      const subject = await deleteUser();
      const event = { ...sample, payload: { ...sample.payload, subject } };
      await bus.publishSample(worldEvents.SubjectErased, event);
      expect((await open()).map(({ context }) => context)).not.toContain('world');
    },
  );

  it('is not waited for if it was refused', async () => {
    await expect(
      demo.identity.deleteUser({ caller: demo.owner, userId: demo.owner.userId }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await open()).toEqual([]);
  });

  it('counts as overdue after an hour, by context', async () => {
    const subject = await deleteUser();
    demo.clock.advance(hourMs);
    const each = (subjects: number) =>
      confirmingContexts.map((context) => `privacy_overdue_erasures{context="${context}"} ${subjects}`);
    expect(await overdue()).toEqual(each(0));
    demo.clock.advance(1);
    expect(await overdue()).toEqual(each(1));
    await confirm(subject);
    expect(await overdue()).toEqual(each(0));
  });
});

describe('an erasure that is repeated after a restore', () => {
  const eraseAgain = async (subject: string) => (await demo.replica()).get(EraseSubject).execute({ subject });

  it('given the deletion is in the backup, then its confirmations stay', async () => {
    const subject = await deleteUser();
    await confirm(subject);
    await eraseAgain(subject);
    expect(await open()).toEqual([]);
  });

  it.each([
    ['a user', async () => userSubject('org:demo', (await demo.addUser()).userId)],
    [
      'anybody else',
      async () => {
        await demo.dataKeys.ensureKeys({ subjects: ['org:demo/caller/1'] });
        return 'org:demo/caller/1';
      },
    ],
  ])('given the backup brings %s back, then it is waited for again', async (_who, come) => {
    const subject = await come();
    // Confirmed before the restore.
    await confirm(subject);
    await eraseAgain(subject);
    expect(await open()).toMatchObject(confirmingContexts.map((context) => ({ subject, context })));
    await confirm(subject);
    expect(await open()).toEqual([]);
  });
});
