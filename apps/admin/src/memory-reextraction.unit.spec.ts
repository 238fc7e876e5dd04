import { describe, expect, it } from '@jest/globals';
import { ReextractionOutcome, type ReextractMemoriesRequest } from '@svc/contracts/memory';
import { DomainError } from '@svc/errors';
import { reextractMemories } from './memory-reextraction.js';

/** A memory service with so many outdated conversations; reading the named ones fails. */
function serviceWith(count: number, failing: readonly string[] = []) {
  const left = new Set(Array.from({ length: count }, (_, index) => `c${String(index).padStart(4, '0')}`));
  const asked: ReextractMemoriesRequest[] = [];
  let reading = 0;
  let maxAtOnce = 0;
  return {
    asked,
    left,
    maxAtOnce: () => maxAtOnce,
    admin: {
      listOutdatedExtractions: async ({ after, limit }: Page) => {
        const behind = [...left].filter((id) => id > (after?.conversationId ?? ''));
        const conversations = behind
          .slice(0, limit)
          .map((conversationId) => ({ tenantId: 'org:demo', conversationId }));
        return {
          conversations,
          total: after ? undefined : behind.length,
          extractorName: 'rules',
          extractorVersion: 2,
        };
      },
      reextractMemories: async (request: ReextractMemoriesRequest) => {
        asked.push(request);
        maxAtOnce = Math.max(maxAtOnce, (reading += 1));
        await new Promise(setImmediate);
        reading -= 1;
        if (failing.includes(request.conversationId))
          throw new DomainError('service_unavailable', 'The model is away.');
        if (request.apply) left.delete(request.conversationId);
        return {
          outcome: ReextractionOutcome.REEXTRACTION_OUTCOME_REEXTRACTED,
          userId: 'ada',
          addedMemories: ['Lives in Bonn.'],
          removedMemories: [],
          keptMemories: 3,
          userModelChanges: [{ before: 'Lives in Berlin.', after: 'Lives in Bonn.' }],
        };
      },
    },
  };
}

interface Page {
  readonly after?: { readonly conversationId: string } | undefined;
  readonly limit: number;
}

const dry = { apply: false, words: false, parallel: 2 };

async function run(service: ReturnType<typeof serviceWith>, options = dry) {
  const report: object[] = [];
  const progress: string[] = [];
  const failed = await reextractMemories(service.admin, options, {
    report: (line) => report.push(line),
    progress: (line) => progress.push(line),
  });
  return { failed, report, progress };
}

describe('given conversations that another extractor has read', () => {
  it('when nothing is applied, then each is reported once by counts, and the service changes nothing', async () => {
    const service = serviceWith(250);
    const { report, progress } = await run(service);
    expect(new Set(service.asked.map(({ conversationId }) => conversationId)).size).toBe(250);
    expect(service.asked.filter(({ apply }) => apply)).toEqual([]);
    expect(report).toHaveLength(250);
    expect(report[0]).toEqual({
      tenant_id: 'org:demo',
      conversation_id: 'c0000',
      user_id: 'ada',
      kept_memories: 3,
      added_memories: 1,
      removed_memories: 0,
      user_model: { added: 0, changed: 1, removed: 0 },
      changes: 2,
    });
    expect(progress).toEqual([
      '0 of 250 conversations read by rules 2',
      '100 of 250 conversations read by rules 2',
      '200 of 250 conversations read by rules 2',
      '250 of 250 conversations read by rules 2',
      '250 would change, 0 failed.',
      'Nothing was changed. Add --apply.',
    ]);
  });

  it('when texts are requested, then they are reported', async () => {
    const { report } = await run(serviceWith(1), { ...dry, words: true });
    expect(report).toMatchObject([
      {
        added_memories: ['Lives in Bonn.'],
        user_model: [{ before: 'Lives in Berlin.', after: 'Lives in Bonn.' }],
      },
    ]);
  });

  it('when it is applied and some fail, then the others are read, and the next run reads only the failed ones', async () => {
    const service = serviceWith(120, ['c0003', 'c0110']);
    const { failed, report } = await run(service, { ...dry, apply: true });
    expect(failed).toBe(2);
    expect(report.filter((line) => 'failure' in line)).toEqual([
      { tenant_id: 'org:demo', conversation_id: 'c0003', failure: 'service_unavailable' },
      { tenant_id: 'org:demo', conversation_id: 'c0110', failure: 'service_unavailable' },
    ]);
    expect([...service.left]).toEqual(['c0003', 'c0110']);
    expect((await run(service, { ...dry, apply: true })).report).toHaveLength(2);
  });

  it('then no more are read concurrently than allowed', async () => {
    const service = serviceWith(30);
    await run(service, { ...dry, parallel: 3 });
    expect(service.maxAtOnce()).toBe(3);
  });
});
