import { randomBytes, randomUUID } from 'node:crypto';
import { permissionNames, type PermissionName } from '@svc/auth';
import type { Caller } from '@svc/contracts/common';
import { WebhooksServiceService } from '@svc/contracts/webhooks';
import type { EventBus } from '@svc/event-bus';
import { AddressPolicy, OutgoingHttp, parseAddressRange } from '@svc/outgoing-http';
import type { Clock } from '@svc/kernel';
import { createClient, createSocketFolder, type RpcClient } from '@svc/rpc';
import { systemClock, systemIds } from '@svc/runtime';
import { MasterKey } from '@svc/sealing';
import { startContext, type RunningContext } from '@svc/service-host';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { createTestDatabase, omnipotent, type TestDatabase } from '@svc/testing';
import { ReadModels } from '../src/application/read-models.js';
import { DeliveryDispatcher } from '../src/delivery/delivery-dispatcher.js';
import { DeliveryEmitter, type DeliverableEvent } from '../src/delivery/delivery-emitter.js';
import { webhooksContext, WebhooksModule, type WebhooksOptions } from '../src/index.js';

/** The webhooks context as other processes see it: over gRPC on a unix socket, with its own database. */
export interface WebhooksServer {
  readonly webhooks: RpcClient<typeof WebhooksServiceService>;
  readonly database: TestDatabase['database'];
  readonly readModels: ReadModels;
  readonly context: RunningContext;
  /** As consumers do, in its own transaction. */
  emit(...happenings: readonly DeliverableEvent[]): Promise<void>;
  /** The time of the context. */
  nowMs(): number;
  /** Advances the time, and finds what falls due. */
  pass(ms: number): void;
  /** Another process of the service on the same database. It stops with this one. */
  startReplica(): Promise<RunningContext>;
  stop(): Promise<void>;
}

export const masterKey = new MasterKey(Buffer.alloc(32, 7));

/**
 * @param bus none: nothing is consumed.
 * @param clock advanced by `pass`
 */
export async function startWebhooksServer(
  options: Partial<WebhooksOptions> = {},
  bus: EventBus | 'idle' = 'idle',
  clock: Clock = systemClock,
): Promise<WebhooksServer> {
  const { database, drop } = await createTestDatabase({ migrations: webhooksContext.migrations });
  await database.pool.query('INSERT INTO webhooks.master_key (key_id) VALUES ($1)', [masterKey.id]);
  const sockets = createSocketFolder(randomUUID());
  const loopback = parseAddressRange('127.0.0.1');
  const outgoing = new OutgoingHttp({ policy: new AddressPolicy({ allowed: loopback ? [loopback] : [] }) });
  let aheadMs = 0;
  const nowMs = () => clock.now() + aheadMs;
  const start = (name: string): Promise<RunningContext> =>
    startContext({
      context: webhooksContext,
      module: WebhooksModule.register({
        masterKey,
        random: randomBytes,
        outgoing,
        allowsPlain: true,
        headerWord: 'svc',
        requestTimeoutMs: 5_000,
        requestsPerDestination: 32,
        requestsInFlight: 256,
        ...options,
      }),
      platform: {
        database,
        clock: { now: nowMs },
        ids: systemIds,
        logger: silentLogger,
        metrics: noMetrics,
      },
      address: sockets.address(name),
      bus,
    });
  const context = await start('webhooks');
  const replicas: RunningContext[] = [];
  const webhooks = createClient(WebhooksServiceService, context.address);
  return {
    webhooks,
    database,
    context,
    readModels: context.get(ReadModels),
    emit: (...happenings) => database.transaction((tx) => context.get(DeliveryEmitter).emit(tx, happenings)),
    nowMs,
    pass: (ms) => {
      aheadMs += ms;
      context.get(DeliveryDispatcher).wake();
    },
    async startReplica() {
      const replica = await start(`replica${replicas.length}`);
      replicas.push(replica);
      return replica;
    },
    async stop() {
      webhooks.close();
      for (const replica of replicas) await replica.stop(1_000);
      await context.stop(1_000);
      outgoing.close();
      await drop();
      sockets.remove();
    },
  };
}

const webhookPermissions = permissionNames.filter((name) => name.startsWith('Webhook:'));

/** A user of an organization with these permissions. */
export function callerWith(
  permissions: readonly PermissionName[] = webhookPermissions,
  orgId = 'demo',
): Caller {
  return omnipotent('tess', { orgId, permissions });
}
