import { randomUUID } from 'node:crypto';
import type { Caller } from '@svc/contracts/common';
import type { EventBus } from '@svc/event-bus';
import type { Clock } from '@svc/kernel';
import type { Delivery, ListDeliveriesRequest } from '@svc/contracts/webhooks';
import { eventually } from '@svc/testing';
import { unreadableAgainAfterMs } from '../src/delivery/delivery-waits.js';
import type { DeliverableEvent } from '../src/delivery/delivery-emitter.js';
import type { WebhooksOptions } from '../src/index.js';
import {
  accept,
  startReceiver,
  type Answer,
  type ReceivedWebhook,
  type WebhookReceiver,
} from './receiver.js';
import { callerWith, startWebhooksServer, type WebhooksServer } from './webhooks-server.js';

/** The webhooks context, and a receiver that it delivers to. */
export interface WebhooksWorld {
  readonly server: WebhooksServer;
  readonly receiver: WebhookReceiver;
  /** One at its own path of the receiver. */
  destination(settings?: DestinationChange): Promise<TestDestination>;
  stop(): Promise<void>;
}

interface DestinationChange {
  readonly retryAttempts?: number;
  readonly inConversationOrder?: boolean;
  readonly url?: string;
  /** Default: a new one. */
  readonly orgId?: string;
  readonly acceptedTypes?: readonly string[];
}

export async function startWebhooksWorld(
  options: Partial<WebhooksOptions> = {},
  clock?: Clock,
  bus: EventBus | 'idle' = 'idle',
): Promise<WebhooksWorld> {
  const server = await startWebhooksServer(options, bus, clock);
  const receiver = await startReceiver();
  let destinations = 0;
  return {
    server,
    receiver,
    async destination({ orgId: given, acceptedTypes = ['api-key-expiration-soon'], ...change } = {}) {
      const name = `org${(destinations += 1)}`;
      const orgId = given ?? name;
      const caller = callerWith(undefined, orgId);
      const { destination, secret } = await server.webhooks.createDestination({
        caller,
        url: `${receiver.url}/${name}`,
        acceptedTypes: [...acceptedTypes],
        retryAttempts: 3,
        inConversationOrder: false,
        ...change,
      });
      const destinationId = destination?.destinationId ?? '';
      return new TestDestination(
        { server, receiver },
        { orgId, caller, destinationId, secret, path: `/${name}` },
      );
    },
    async stop() {
      await server.stop();
      await receiver.stop();
    },
  };
}

interface Named {
  readonly orgId: string;
  readonly caller: Caller;
  readonly destinationId: string;
  readonly secret: string;
  readonly path: string;
}

/** A destination and its deliveries. */
export class TestDestination {
  readonly orgId: string;
  readonly caller: Caller;
  readonly destinationId: string;
  readonly secret: string;
  readonly #path: string;

  constructor(
    private readonly world: Pick<WebhooksWorld, 'server' | 'receiver'>,
    { orgId, caller, destinationId, secret, path }: Named,
  ) {
    this.orgId = orgId;
    this.caller = caller;
    this.destinationId = destinationId;
    this.secret = secret;
    this.#path = path;
  }

  /** An event that it receives when it is emitted. */
  happening(fields = {}, orderKey: string | null = null): DeliverableEvent {
    return {
      tenantId: `org:${this.orgId}`,
      type: 'api-key-expiration-soon',
      eventId: randomUUID(),
      subject: null,
      orderKey,
      workspaceTenant: null,
      fields,
    };
  }

  emit(...fields: readonly object[]): Promise<void> {
    return this.world.server.emit(...fields.map((each) => this.happening(each)));
  }

  /** The responses of the receiver, for this destination only. */
  answers(answer: Answer): void {
    this.world.receiver.answers((response, webhook, times) =>
      (webhook.path === this.#path ? answer : accept)(response, webhook, times),
    );
  }

  received(): readonly ReceivedWebhook[] {
    return this.world.receiver.received.filter(({ path }) => path === this.#path);
  }

  async history(query: Partial<ListDeliveriesRequest> = {}): Promise<readonly Delivery[]> {
    const { caller, destinationId } = this;
    const page = { limit: 50, offset: 0 };
    const request = { caller, destinationId, sortBy: [], page, ...query };
    return (await this.world.server.webhooks.listDeliveries(request)).deliveries;
  }

  /** The attempts of the next due delivery, and how many are pending. */
  async pending() {
    const { rows } = await this.world.server.database.pool.query<{
      attempts: string;
      due_at: Date;
      created_at: Date;
    }>(
      `SELECT attempts, due_at, created_at FROM webhooks.pending_delivery WHERE destination_id = $1
        ORDER BY sequence_number, due_at`,
      [this.destinationId],
    );
    const attempts = JSON.parse(rows[0]?.attempts ?? '[]') as { atMs: number }[];
    return {
      count: rows.length,
      made: attempts.length,
      lastAtMs: attempts.at(-1)?.atMs ?? 0,
      dueAtMs: rows[0]?.due_at.getTime() ?? 0,
      createdAtMs: rows[0]?.created_at.getTime() ?? 0,
    };
  }

  /** Makes the pending deliveries older by this time. */
  async dateBack(ms: number): Promise<void> {
    await this.world.server.database.pool.query(
      `UPDATE webhooks.pending_delivery SET created_at = created_at - $2 * interval '1 ms' WHERE destination_id = $1`,
      [this.destinationId, ms],
    );
  }

  /** How many deliveries are in their first attempt. */
  async claimed(): Promise<number> {
    const { rows } = await this.world.server.database.pool.query(
      'SELECT FROM webhooks.pending_delivery WHERE destination_id = $1 AND claim > 0',
      [this.destinationId],
    );
    return rows.length;
  }

  /** Resolves once so many attempts of the next delivery are recorded. */
  attempted(times: number): Promise<void> {
    return eventually(async () => expect((await this.pending()).made).toBe(times));
  }

  /**
   * Resolves once the next delivery waits longer than a claim lasts, because no secret of its destination opened.
   */
  putOff(): Promise<void> {
    return eventually(async () => {
      const { dueAtMs } = await this.pending();
      expect(dueAtMs).toBeGreaterThan(this.world.server.nowMs() + unreadableAgainAfterMs / 2);
    });
  }

  /** Resolves once so many deliveries are in the history. */
  ended(count: number): Promise<void> {
    return eventually(async () => expect(await this.history()).toHaveLength(count));
  }
}
