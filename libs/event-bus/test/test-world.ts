// The contract suite's base, for tests of a single adapter.
export {
  Account,
  createWorld,
  deposited,
  openAccount,
  opened,
  openLog,
  type World,
} from './contract/bank.js';
export { accountOpened, createLedger, Ledger, onDeposit, schema as ledgerSchema } from './contract/ledger.js';
export { Received } from './contract/received.js';
export { samplePublicEvent } from './sample-event.js';
