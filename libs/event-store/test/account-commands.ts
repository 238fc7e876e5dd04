import { DomainError } from '@svc/errors';
import type { Decider, Timed } from '@svc/kernel';
import {
  column,
  defineAggregate,
  defineTable,
  instant,
  unlisted,
  type AggregateChange,
} from '../src/index.js';
import { account, deposited, opened, type Account, type AccountEvent } from './account.js';
import { subject } from './account-log.js';

export type AccountCommand =
  | { readonly type: 'OpenAccount'; readonly owner: string }
  | { readonly type: 'Deposit'; readonly amount: number }
  | { readonly type: 'StampTime' };

const accountDecider: Decider<Account, AccountCommand & Timed, AccountEvent> = {
  ...account,
  decide(state, command) {
    switch (command.type) {
      case 'OpenAccount':
        if (state.owner !== undefined) throw new DomainError('conflict', 'The account is open already.');
        return [opened(command.owner)];
      case 'Deposit':
        if (state.owner === undefined) throw new DomainError('not_found', 'There is no such account.');
        return command.amount === 0 ? [] : [deposited(command.amount)];
      case 'StampTime':
        return [{ type: 'NoteTaken', data: { text: String(command.atMs) } }];
    }
  },
};

interface AccountRow {
  readonly tenantId: string;
  readonly accountId: string;
  readonly openedAtMs: number;
  readonly balance: number;
}

/** Made by `createAccountTable`. */
const accountTable = defineTable<AccountRow>()('bank.account', {
  key: { tenantId: unlisted(column((row) => row.tenantId)), accountId: column((row) => row.accountId) },
  fixed: { openedAtMs: instant((row) => row.openedAtMs) },
  columns: { balance: column((row) => row.balance) },
});

export const createAccountTable = `
  CREATE TABLE bank.account (
    tenant_id text COLLATE "C", account_id text COLLATE "C", opened_at timestamptz(3) NOT NULL, balance integer NOT NULL,
    PRIMARY KEY (tenant_id, account_id))`;

export const accountAggregate = defineAggregate<Account, AccountCommand, AccountEvent>({
  category: 'account',
  decider: accountDecider,
  subject: () => subject,
  rows: ({ before, after, ...change }) => accountTable.sync(rowOf(before, change), rowOf(after, change)),
  tables: [accountTable],
});

type Place = Pick<AggregateChange<Account, AccountEvent>, 'tenantId' | 'id'>;

function rowOf({ owner, balance }: Account, { tenantId, id }: Place): AccountRow | null {
  return owner === undefined ? null : { tenantId, accountId: id, openedAtMs: 0, balance };
}
