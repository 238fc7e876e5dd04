import { accountEventTypes, deposited, noteTaken, opened } from '../test/account.js';
import { schema } from '../test/account-log.js';
import { describeEventLog } from '../test/event-log-contract.js';
import { eventStoreMigrations } from './event-store-migrations.js';

describeEventLog({
  migrations: { schema, folders: [eventStoreMigrations] },
  types: accountEventTypes,
  samples: [opened('Ada'), deposited(5), noteTaken('likes tea')],
});
