import { setTimeout as delay } from 'node:timers/promises';
import { createKafkaClient } from '@svc/kafka-client';
import type { Admin } from 'kafkajs';

export interface Serving {
  /** host:port of each broker. */
  readonly brokers: readonly string[];
  /** How many brokers there must be in the cluster. */
  readonly size: number;
  readonly withinMs: number;
  /** Looked at between two tries: why it will never serve. */
  readonly whyNever?: () => string | undefined;
}

const tryEveryMs = 100;
const clientId = 'svc-until-kafka-serves';

/**
 * Resolves when an administrator is answered: by all brokers of the cluster, and by the coordinator of a group. A port
 * that listens is not yet a cluster that serves.
 * @throws Error with one sentence
 */
export async function untilKafkaServes({ brokers, size, withinMs, whyNever }: Serving): Promise<void> {
  const kafka = createKafkaClient({ clientId, brokers, retry: { retries: 0 } });
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const failure = await ask(kafka.admin(), size);
    if (failure === undefined) return;
    const reason = whyNever?.() ?? (performance.now() > giveUpAt ? failure : undefined);
    if (reason !== undefined) throw new Error(`Kafka at ${brokers.join(',')} does not serve: ${reason}`);
    await delay(tryEveryMs);
  }
}

async function ask(admin: Admin, size: number): Promise<string | undefined> {
  try {
    await admin.connect();
    const { brokers } = await admin.describeCluster();
    if (brokers.length < size) return `${brokers.length} of ${size} brokers have joined.`;
    await admin.describeGroups([clientId]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await admin.disconnect().catch(() => undefined); // there may have been no connection
  }
}
