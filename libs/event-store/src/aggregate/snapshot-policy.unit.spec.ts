import { expect, it } from '@jest/globals';
import { account, accountShape, deposited, noteTaken, opened, type Account } from '../../test/account.js';
import { describeSnapshots } from '../../test/snapshot-contract.js';
import { fingerprintOf, type SnapshotPolicy } from './snapshot-policy.js';

const policy: SnapshotPolicy<Account> = { every: 3, shape: accountShape };

describeSnapshots({
  of: 'accounts',
  policy,
  decider: account,
  histories: [[opened('Ada'), deposited(2), noteTaken('likes tea'), deposited(3)]],
});

it('snapshots of different shapes, or of different meanings, have different fingerprints', () => {
  interface Named extends Account {
    readonly name: string;
  }
  const named: SnapshotPolicy<Named> = { every: 3, shape: { ...accountShape, name: 'string' } };
  const prints = [fingerprintOf(policy), fingerprintOf({ ...policy, meaning: 2 }), fingerprintOf(named)];
  expect(new Set(prints).size).toBe(3);
  expect(fingerprintOf({ shape: accountShape, meaning: 1 })).toBe(fingerprintOf(policy));
});
