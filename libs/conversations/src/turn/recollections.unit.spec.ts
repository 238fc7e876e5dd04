import type { Recollection } from '@svc/engine';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { SettableClock } from '../../test/settable-clock.js';
import type { RecallRequest } from '../ports/ports.js';
import type { NewInput } from '../domain/conversation-command.js';
import { Recollections, type TurnToRecallFor } from './recollections.js';

const subject = 'org:demo/user/ada';
const known = (content: string): Recollection => ({ type: 'known', content, context: '', saidAtMs: 1 });
const says = (text: string): NewInput => ({
  kind: 'user-message',
  messageId: 'm1',
  text,
  externalEvents: [],
});

function recollectionsOver(memory: { isAll: boolean; isAway: boolean }) {
  const clock = new SettableClock();
  const requests: RecallRequest[] = [];
  const recollections = new Recollections(
    {
      recall: async (request) => {
        requests.push(request);
        if (memory.isAway) throw new Error('It said Ada lives in Paris.');
        return { recollections: [known(`answer ${requests.length}`)], isAll: memory.isAll };
      },
    },
    clock,
    300,
    silentLogger,
    noMetrics,
  );
  const of = (input: NewInput, changes: Partial<TurnToRecallFor> = {}) =>
    recollections.of({
      tenantId: 'org:demo',
      conversationId: 'c1',
      subject,
      userId: 'ada',
      speakerId: 'ada',
      isReturningUser: true,
      input,
      ...changes,
    });
  return { recollections, of, clock, requests };
}

describe('what a turn asks of memory', () => {
  it('given a user who is new here, then nothing', async () => {
    const { of, requests } = recollectionsOver({ isAll: true, isAway: false });
    expect(await of(says('Hello'), { isReturningUser: false })).toBeUndefined();
    expect(requests).toEqual([]);
  });

  it('given that all fits, then it is asked once in five minutes and conversation', async () => {
    const { of, clock, requests } = recollectionsOver({ isAll: true, isAway: false });
    expect(await of({ kind: 'greeting' })).toEqual([known('answer 1')]);
    clock.nowMs += 299_000;
    expect(await of(says('Hello'))).toEqual([known('answer 1')]);
    expect(await of(says('Hello'), { conversationId: 'c2' })).toEqual([known('answer 2')]);
    clock.nowMs += 2_000;
    expect(await of(says('Hello'))).toEqual([known('answer 3')]);
    expect(requests.map(({ query }) => query)).toEqual(['', 'Hello', 'Hello']);
  });

  it('when the clock is set back, then memory is asked again, for cached results and after an outage', async () => {
    const memory = { isAll: true, isAway: false };
    const { of, clock } = recollectionsOver(memory);
    expect(await of({ kind: 'greeting' })).toEqual([known('answer 1')]);
    clock.nowMs -= 3_600_000;
    expect(await of(says('Hello'))).toEqual([known('answer 2')]);
    memory.isAway = true;
    clock.nowMs += 300_000;
    expect(await of(says('Hello'))).toBeUndefined();
    memory.isAway = false;
    clock.nowMs -= 3_600_000;
    expect(await of(says('Hello'))).toEqual([known('answer 4')]);
  });

  it('given more than fits, then each turn asks by its message, and one without a message asks nothing', async () => {
    const { of, requests } = recollectionsOver({ isAll: false, isAway: false });
    await of({ kind: 'greeting' });
    expect(await of(says(`Any maps? ${'x'.repeat(5_000)}`))).toEqual([known('answer 2')]);
    expect(await of({ kind: 'skip' })).toBeUndefined();
    expect(requests).toHaveLength(2);
    expect(requests[1]?.query).toMatch(/^Any maps\?/);
    expect(requests[1]?.query).toHaveLength(2_000);
  });

  it('when somebody else speaks for the user, then nothing is recalled, and for the user it is again', async () => {
    const { of, requests } = recollectionsOver({ isAll: true, isAway: false });
    await of({ kind: 'greeting' });
    expect(await of(says('What do you know of me?'), { speakerId: 'root' })).toEqual([]);
    expect(await of(says('Me again'))).toEqual([known('answer 1')]);
    expect(requests).toHaveLength(1);
  });

  it('when memory is away, then turns continue, and it is not asked for five seconds', async () => {
    const memory = { isAll: true, isAway: true };
    const { of, clock, requests } = recollectionsOver(memory);
    expect(await of({ kind: 'greeting' })).toBeUndefined();
    memory.isAway = false;
    expect(await of(says('Hello'))).toBeUndefined();
    expect(requests).toHaveLength(1);
    clock.nowMs += 5_000;
    expect(await of(says('Hello'))).toEqual([known('answer 2')]);
  });

  it('when it failed for one tenant, then it is asked for others at once', async () => {
    const memory = { isAll: true, isAway: true };
    const { of } = recollectionsOver(memory);
    expect(await of({ kind: 'greeting' })).toBeUndefined();
    memory.isAway = false;
    const other = { tenantId: 'org:other', subject: 'org:other/user/bob', conversationId: 'c2' } as const;
    expect(await of(says('Hello'), other)).toEqual([known('answer 2')]);
    expect(await of(says('Hello'))).toBeUndefined();
  });

  it('when the user is erased, then their results are removed from the cache, and those of others are not', async () => {
    const { of, recollections, requests } = recollectionsOver({ isAll: true, isAway: false });
    await of(says('Hello'));
    await of(says('Hello'), { subject: `${subject}2`, conversationId: 'c2' });
    recollections.forget(subject);
    await of(says('Hello'), { subject: `${subject}2`, conversationId: 'c2' });
    expect(requests).toHaveLength(2);
    await of(says('Hello'));
    expect(requests).toHaveLength(3);
  });
});
