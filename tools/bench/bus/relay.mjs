import { randomBytes } from 'node:crypto';
import '../../../test/support/source-loader.mjs';

const { createKafkaClient } = await import('@svc/kafka-client');
const { createTopics, KafkaEventBus, signingKeyOf, startKafkaRelay, TopicNames } =
  await import('@svc/event-bus-kafka');

const onError = (failure) => console.error(failure);

const newInstallation = () => `bench-${randomBytes(4).toString('hex')}`;

const signingKey = signingKeyOf(randomBytes(32));

const clientOf = (endpoints) => createKafkaClient({ clientId: 'bench', brokers: endpoints.split(',') });

/** Topics of a log, and the bus over them. */
export async function openKafka(endpoints, log, partitions) {
  const [kafka, names] = [clientOf(endpoints), new TopicNames({ installation: newInstallation() })];
  await createTopics(kafka, { names, sources: [log.source], partitions });
  return { kafka, names, bus: busOver(kafka, names) };
}

const keysOf = async () => [signingKey.publicKey];

/** No events are missing here, so none are requested. */
const busOver = (kafka, names) =>
  new KafkaEventBus({ kafka, names, keysOf, onForeign: onError, readStream: async () => [] });

/** @param onAcknowledged gets how many events the cluster has taken */
export function relayOf(log, { kafka, names }, onAcknowledged = () => undefined) {
  const metrics = {
    counter: ({ name }) => ({
      add: (value) => name === 'event_bus_published_total' && onAcknowledged(value),
    }),
    histogram: () => ({ record: () => undefined }),
    gauge: () => undefined,
  };
  return startKafkaRelay({
    kafka,
    names,
    source: log.source,
    log: log.stored,
    database: log.database,
    signingKey,
    metrics,
    now: () => performance.now(),
    onError,
    onParked: onError,
    onRisk: () => undefined,
  });
}
