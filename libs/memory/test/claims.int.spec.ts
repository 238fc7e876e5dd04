import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { memoryContext } from '../src/index.js';
import {
  claimDuePostProcessings,
  putOffPostProcessing,
  renewClaim,
} from '../src/projections/due-post-processings.js';

const nowMs = Date.UTC(2026, 10, 21, 12);
const minuteMs = 60_000;

let test: TestDatabase;
beforeAll(async () => void (test = await createTestDatabase({ migrations: memoryContext.migrations })));
beforeEach(async () => {
  await test.database.pool.query('TRUNCATE memory.post_processing');
});
afterAll(() => test.drop());

/** Conversations with a first stage due then; null: it has failed. */
async function given(...dueMs: readonly (number | null)[]): Promise<void> {
  for (const [index, ms] of dueMs.entries())
    await test.database.pool.query(
      `INSERT INTO memory.post_processing (tenant_id, conversation_id, stage, due_at, failures)
       VALUES ('org:demo', $1, 'extract-memories', $2, 0)`,
      [`c${index + 1}`, ms === null ? null : new Date(ms)],
    );
}
const claim = (atMs: number, limit = 10) =>
  claimDuePostProcessings(test.database, { nowMs: atMs, untilMs: atMs + minuteMs, limit });
const idsOf = (claims: readonly { readonly conversationId: string }[]) =>
  claims.map(({ conversationId }) => conversationId).sort();

describe('stages that are due', () => {
  it('then they are claimed as there is room, those that are due longest first, and neither failed nor later ones', async () => {
    await given(nowMs, nowMs - 2, nowMs - 1, nowMs + 1, null);
    expect(idsOf(await claim(nowMs, 2))).toEqual(['c2', 'c3']);
    expect(idsOf(await claim(nowMs))).toEqual(['c1']);
  });

  it('given a due time from a clock that was ahead and was set back, then the stage is due', async () => {
    await given(nowMs + 10 * minuteMs, nowMs + 10 * minuteMs + 1);
    expect(idsOf(await claim(nowMs))).toEqual(['c2']);
    expect(await claim(nowMs)).toEqual([]);
  });

  it('given many who claim at once, then each is claimed by one', async () => {
    await given(...Array.from({ length: 20 }, () => nowMs));
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(nowMs, 5)));
    expect(new Set(idsOf(claims.flat())).size).toBe(claims.flat().length);
  });
});

it('given a stage that has failed for good, when a slower run postpones it, then it waits for the installer all the same', async () => {
  await given(null);
  const failed = { tenantId: 'org:demo', conversationId: 'c1' } as const;
  await putOffPostProcessing(test.database, failed, nowMs);
  expect(await claim(nowMs)).toEqual([]);
});

describe('a claim', () => {
  it('when its worker dies, then others take it once it has expired', async () => {
    await given(nowMs);
    await claim(nowMs);
    expect(await claim(nowMs + minuteMs - 1)).toEqual([]);
    expect(idsOf(await claim(nowMs + minuteMs))).toEqual(['c1']);
  });

  it('when it is renewed, then it lasts longer', async () => {
    await given(nowMs);
    const [held] = await claim(nowMs);
    await renewClaim(test.database, held!, nowMs + 2 * minuteMs);
    expect(await claim(nowMs + minuteMs)).toEqual([]);
    expect(idsOf(await claim(nowMs + 2 * minuteMs))).toEqual(['c1']);
  });

  it('given the stage is due at another time by now, when it is renewed, then that time stays', async () => {
    await given(nowMs);
    const [held] = await claim(nowMs);
    await putOffPostProcessing(test.database, held!, nowMs + 5);
    await renewClaim(test.database, held!, nowMs + 2 * minuteMs);
    expect(idsOf(await claim(nowMs + 5))).toEqual(['c1']);
  });
});
