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
 * Resolves when an administrator is answered: by each of these brokers, and by the coordinator of a group. A port that
 * listens is not yet a cluster that serves, and a cluster lists a broker that was killed for a while.
 * @throws Error with one sentence
 */
export async function untilKafkaServes({ brokers, size, withinMs, whyNever }: Serving): Promise<void> {
  const clientOf = (endpoints: readonly string[]) =>
    createKafkaClient({ clientId, brokers: endpoints, retry: { retries: 0 } });
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const failure = await askEach(
      brokers.map((broker) => clientOf([broker]).admin()),
      size,
    );
    if (failure === undefined) return;
    const reason = whyNever?.() ?? (performance.now() > giveUpAt ? failure : undefined);
    if (reason !== undefined) throw new Error(`Kafka at ${brokers.join(',')} does not serve: ${reason}`);
    await delay(tryEveryMs);
  }
}

/** @returns the first failure */
async function askEach(admins: readonly Admin[], size: number): Promise<string | undefined> {
  for (const admin of admins) {
    const failure = await ask(admin, size);
    if (failure !== undefined) return failure;
  }
  return undefined;
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
