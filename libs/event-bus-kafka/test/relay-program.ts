// A process with one relay of the bank: node --import …/source-loader.mjs relay-program.ts <database> <brokers> <prefix>
// Tells its parent of each failure.
import { StoredLog } from '@svc/event-store';
import { createKafkaClient } from '@svc/kafka-client';
import { createDatabase } from '@svc/postgres';
import { noMetrics } from '@svc/telemetry';
import { startKafkaRelay, TopicNames } from '../src/index.js';

const [connectionString = '', brokers = '', prefix = ''] = process.argv.slice(2);
const database = createDatabase({ connectionString, maxConnections: 4, applicationName: 'relay' });
const tell = (what: string) => void process.send?.(what);
const relay = startKafkaRelay({
  kafka: createKafkaClient({ clientId: 'relay', brokers: brokers.split(',') }),
  names: new TopicNames(prefix),
  source: 'bank',
  log: new StoredLog({ schema: 'bank', database, pollMs: 50 }),
  metrics: noMetrics,
  now: () => performance.now(),
  onFailure: (failure) => tell(String(failure)),
  onParked: (failure) => tell(`parked: ${String(failure)}`),
  onRisk: (sentence) => tell(sentence),
});
process.on('SIGTERM', () => {
  void relay
    .stop()
    .then(() => database.close())
    .then(() => process.disconnect());
});
