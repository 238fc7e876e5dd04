// A process with one member of the ledger's group: see BankProgram. Tells its parent of failures and of each time that it
// has joined its group, and ends with it.
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresEventBus, type EventHandler } from '@svc/event-bus';
import { accountOpened, Ledger, onDeposit } from '@svc/event-bus/test-world';
import { StoredLog } from '@svc/event-store';
import { createKafkaClient } from '@svc/kafka-client';
import { createDatabase } from '@svc/postgres';
import { createLogger } from '@svc/telemetry';
import { KafkaEventBus, TopicNames } from '../../src/index.js';
import { placeOfProgram } from './bank-program.js';
import { testKeysOf } from '../test-kafka.js';
import { Obstacles } from './obstacles.js';

const { bank, ledger: address, brokers, installation, sessionMs } = placeOfProgram();
const connect = (connectionString: string) =>
  createDatabase({ connectionString, maxConnections: 6, applicationName: 'ledger' });
const database = connect(address);
const owners = new PostgresEventBus({ bank: new StoredLog({ schema: 'bank', database: connect(bank) }) });
const tell = (what: string) => void process.send?.(what);
process.on('disconnect', () => process.exit());

const ledger = new Ledger('faults', database);
const obstacles = new Obstacles(database);
/** Writes nothing: it lasts as long as the obstacle, like a slow call of another service. */
const onOpened: EventHandler = {
  kind: 'reaction',
  contract: accountOpened,
  handle: async ({ streamId }, { signal }) => {
    if (await obstacles.standsBefore(database, streamId)) tell('held up');
    while (await obstacles.standsBefore(database, streamId)) await pause(100, undefined, { signal });
  },
};
const bus = new KafkaEventBus({
  kafka: createKafkaClient({
    clientId: 'ledger',
    brokers,
    log: (_level, message) => {
      if (message.includes('joined the group')) tell('joined');
    },
  }),
  names: new TopicNames({ installation }),
  keysOf: testKeysOf,
  ...(sessionMs === undefined ? {} : { sessionMs }),
  readStream: (stream, afterVersion, limit) => owners.readStream(stream, afterVersion, limit),
  onForeign: (error) => tell(`foreign: ${String(error)}`),
});
await ledger.start(
  bus,
  [
    onOpened,
    // It writes before it fails: the write must be rolled back.
    onDeposit(async (event, handling) => {
      await ledger.add(event, handling);
      if (await obstacles.standsBefore(handling.tx, event.streamId)) throw new Error('unreadable');
    }),
  ],
  {
    forget: (stream, handling) => ledger.forget(stream, handling),
    logger: createLogger({ service: 'ledger', level: 'warn', write: tell }),
  },
);
tell('started');
