// What the contract suite stands on, for tests that are about one adapter alone.
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
