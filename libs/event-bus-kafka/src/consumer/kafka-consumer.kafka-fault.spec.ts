import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { redriveInboxStream } from '@svc/event-bus';
import { BankRun, nothingWrong, type BankOptions } from '../../test/bank/bank-run.js';
import type { Depositor } from '../../test/bank/depositor.js';
import { impatientSessionMs, slownessMs } from '../../test/fault-length.js';
import { testCluster } from '../../test/test-kafka.js';

jest.setTimeout(6 * 60_000);

let run: BankRun;
afterEach(() => run.end());

async function begin(options: BankOptions = {}): Promise<void> {
  run = await BankRun.begin(await testCluster(), options);
  run.startRelay();
  await run.goesOn();
}

it('given an event that its consumer can not take, then its stream alone waits, and goes on in its order once it is mended', async () => {
  await begin();
  const [poisoned] = run.depositors as [Depositor];
  const { streamId } = poisoned.account;
  await run.eachGoesOn([poisoned]);
  await run.obstacles.put(streamId);
  await run.until(async () => expect(await run.parked()).toMatchObject([{ streamId, kind: 'failed' }]));
  const taken = await run.ledger.linesOf(poisoned.account);

  await run.goesOn(200);
  expect(await run.ledger.linesOf(poisoned.account)).toEqual(taken);
  await run.obstacles.remove(streamId);
  const { consumer } = run.ledger;
  const address = { schema: 'ledger', consumer, source: 'bank', streamId };
  expect(await redriveInboxStream(run.ledgerDatabase.database, address)).toBe(true);
  await run.until(async () => expect(await run.parked()).toEqual([]));

  expect(await run.audit()).toEqual(nothingWrong);
});

it('given two consumers, when one is killed while a third one joins, then the others take all that it had', async () => {
  await begin({ sessionMs: impatientSessionMs });
  const killed = run.startConsumer();
  await run.until(async () => expect(killed.told).toContain('joined'));
  await run.goesOn();

  const joining = run.startConsumer();
  await run.until(async () => expect(joining.told).toContain('started'));
  await killed.kill();
  await run.until(async () => expect(joining.told).toContain('joined'));
  await run.goesOn(200);

  expect(await run.audit()).toEqual(nothingWrong);
});

it('given an event that takes long, then other streams go on meanwhile, and the group does not share out anew', async () => {
  await begin();
  const others = [...run.depositors];
  const slow = run.newDepositor();
  await run.obstacles.put(slow.account.streamId);
  // The only event of its batch: others in the batch would wait for it.
  await run.whileNobodyDeposits(async () => {
    await run.untilAllIsApplied(others);
    await slow.open();
    await run.until(async () => expect(run.told).toContain('held up'));
  });
  await run.eachGoesOn(others);
  await pause(slownessMs);
  await run.eachGoesOn(others);
  expect(await run.ledger.inboxVersionOf(slow.account)).toBeUndefined();

  await run.obstacles.remove(slow.account.streamId);
  const audit = await run.audit();

  expect(audit).toEqual(nothingWrong);
  expect(run.told.filter((what) => what === 'joined')).toHaveLength(1);
});
