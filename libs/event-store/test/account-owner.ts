import { column, defineTable, personal } from '../src/index.js';
import { accountAggregate } from './account-commands.js';
import { subject } from './account-log.js';

interface OwnerRow {
  readonly tenantId: string;
  readonly accountId: string;
  readonly balance: number;
  readonly owner: string;
}

/** Made by `createOwnerTable`. */
export const ownerTable = defineTable<OwnerRow>()('bank.account_owner', {
  key: { tenantId: column((row) => row.tenantId), accountId: column((row) => row.accountId) },
  columns: {
    balance: column((row) => row.balance),
    owner: personal(
      column((row) => row.owner),
      { erased: '' },
    ),
  },
  // All accounts of these tests are one person's.
  subjectRows: `'${subject}' = $1`,
});

/** Accounts with a read model that says whose they are. */
export const ownedAccountAggregate: typeof accountAggregate = {
  ...accountAggregate,
  decider: {
    ...accountAggregate.decider,
    // In generated messages a text that is absent is empty.
    evolve: (state, event) =>
      event.type === 'AccountOpened'
        ? { ...state, owner: event.data.owner ?? '' }
        : accountAggregate.decider.evolve(state, event),
  },
  rows({ tenantId, id, before, after }) {
    const rowOf = ({ owner, balance }: typeof after) =>
      owner === undefined ? null : { tenantId, accountId: id, balance, owner };
    return ownerTable.sync(rowOf(before), rowOf(after));
  },
  tables: [ownerTable],
};

export const createOwnerTable = `
  CREATE TABLE bank.account_owner (
    tenant_id text COLLATE "C", account_id text COLLATE "C", balance integer NOT NULL, owner text,
    PRIMARY KEY (tenant_id, account_id))`;
