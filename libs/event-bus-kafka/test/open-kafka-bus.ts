import { expect } from '@jest/globals';
import { PostgresEventBus } from '@svc/event-bus';
import type { OpenBus } from '@svc/event-bus/contract-suite';
import { noMetrics } from '@svc/telemetry';
import { createTopics, KafkaEventBus, relayName, startKafkaRelay } from '../src/index.js';
import { testKafka, testKeysOf, testSigningKey, testTopicNames } from './test-kafka.js';

const never = (error: unknown): void => expect(error).toBeUndefined();

/** The bus of a test's logs on the brokers of this run, with topics of its own. */
export const openKafkaBus: OpenBus = async ({ logs, test: { database } }) => {
  const { names } = testTopicNames();
  const kafka = testKafka('relay');
  const sources = Object.keys(logs);
  await createTopics(kafka, { names, sources, partitions: 6 });
  const owners = new PostgresEventBus(logs);
  const relays = Object.entries(logs).map(([source, log]) =>
    startKafkaRelay({
      kafka,
      names,
      source,
      log,
      database,
      signingKey: testSigningKey,
      metrics: noMetrics,
      now: () => performance.now(),
      // A topic that was just made may have no leader yet: the relay says so, and tries again.
      onError: () => undefined,
      onParked: never,
      onRisk: () => undefined,
    }),
  );
  let processes = 0;
  return {
    connect: () =>
      Promise.resolve({
        bus: new KafkaEventBus({
          kafka: testKafka(`process ${++processes}`),
          names,
          keysOf: testKeysOf,
          onForeign: never,
          readStream: (stream, afterVersion, limit) => owners.readStream(stream, afterVersion, limit),
        }),
        close: () => Promise.resolve(),
      }),
    repeat: async (source) => {
      const log = Object.entries(logs).find(([name]) => name === source)?.[1];
      expect(await log?.rewind(relayName, 'start')).toBe('begun');
    },
    close: async () => {
      await Promise.all(relays.map((relay) => relay.stop()));
    },
  };
};
