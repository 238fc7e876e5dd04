// A process with one relay of the bank: see BankProgram. Tells its parent of each failure, and ends with it.
import { StoredLog } from '@svc/event-store';
import { createKafkaClient } from '@svc/kafka-client';
import { createDatabase } from '@svc/postgres';
import { noMetrics } from '@svc/telemetry';
import { startKafkaRelay, TopicNames } from '../../src/index.js';
import { testSigningKey } from '../test-kafka.js';
import { placeOfProgram } from './bank-program.js';

const { bank, brokers, installation } = placeOfProgram();
const database = createDatabase({ connectionString: bank, maxConnections: 4, applicationName: 'relay' });
const tell = (what: string) => void process.send?.(what);
process.on('disconnect', () => process.exit());
startKafkaRelay({
  kafka: createKafkaClient({ clientId: 'relay', brokers }),
  names: new TopicNames({ installation }),
  source: 'bank',
  database,
  signingKey: testSigningKey,
  log: new StoredLog({ schema: 'bank', database, pollMs: 50 }),
  metrics: noMetrics,
  now: () => performance.now(),
  onError: (error) => tell(String(error)),
  onParked: (error) => tell(`parked: ${String(error)}`),
  onRisk: (sentence) => tell(sentence),
});
