import { DeliveryStatus, type Delivery } from '@svc/contracts/webhooks';
import { eventually } from '@svc/testing';
import { accept, type Answer } from './receiver.js';
import { startWebhooksWorld, type WebhooksWorld } from './webhooks-world.js';

let world: WebhooksWorld;
/** It is fixed, so that a wait has its length however busy the machine is. */
const startedAtMs = Date.now();
beforeAll(
  async () =>
    void (world = await startWebhooksWorld({ requestTimeoutMs: 3_000 }, { now: () => startedAtMs })),
);
afterAll(() => world.stop());

const success = DeliveryStatus.DELIVERY_STATUS_SUCCESS;
const failed = DeliveryStatus.DELIVERY_STATUS_FAILED;
const statuses = ({ attempts }: Delivery) => attempts.map(({ statusCode }) => statusCode);

describe('a receiver that does not acknowledge', () => {
  it.each<[string, number, string | undefined, Answer]>([
    ['answers 500', 500, undefined, (response) => response.writeHead(500).end('no')],
    ['redirects', 307, undefined, (response) => response.writeHead(307, { location: '/' }).end()],
    ['closes the connection', 0, 'connection_lost', (response) => response.socket?.destroy()],
    ['never answers', 0, 'timed_out', () => undefined],
    ['drips its head', 0, 'timed_out', (response) => response.socket?.write('HTTP/1.1 200 OK\r\nx: ')],
    ['answers garbage', 0, 'invalid_answer', (response) => response.socket?.end('garbage\r\n\r\n')],
  ])(
    'given one that %s, then it is tried again under the same key, and acknowledged',
    async (_what, status, error, answer) => {
      const ours = await world.destination();
      ours.answers((response, webhook, times) => (times === 1 ? answer : accept)(response, webhook, times));
      await ours.emit({});
      await ours.attempted(1);
      world.server.pass(5_000);
      await ours.ended(1);
      const [delivery] = await ours.history();
      expect(delivery).toMatchObject({
        status: success,
        attempts: [{ statusCode: status, error }, { statusCode: 204 }],
      });
      const [first, second] = [ours.received()[0], ours.received().at(-1)];
      expect(second?.body).toBe(first?.body);
      expect(second?.headers['x-svc-idempotent-key']).toBe(first?.headers['x-svc-idempotent-key']);
    },
  );

  it('given one that drips the body of each 200, then it holds no more than its initial number of requests', async () => {
    const ours = await world.destination();
    const claimed: Promise<number>[] = [];
    ours.answers((response) => {
      claimed.push(ours.claimed());
      response.writeHead(200).write('a');
    });
    await ours.emit(...Array.from({ length: 24 }, (_each, n) => ({ n })));
    await ours.ended(24);
    expect(Math.max(...(await Promise.all(claimed)))).toBeLessThanOrEqual(8);
  });

  it('given one that drips the body of a 200, then it is acknowledged', async () => {
    const ours = await world.destination();
    ours.answers((response) => response.writeHead(200).write('a'));
    await ours.emit({});
    await ours.ended(1);
    expect((await ours.history()).map(statuses)).toEqual([[200]]);
  });

  it('given one that never does, then it has failed after its number of attempts, with the waits between', async () => {
    const ours = await world.destination({ retryAttempts: 5 });
    ours.answers((response) => response.writeHead(503).end());
    await ours.emit({});
    const waits = [5_000, 5_000, 5_000, 8_000];
    for (const [index, waitMs] of waits.entries()) {
      await ours.attempted(index + 1);
      const { lastAtMs, dueAtMs } = await ours.pending();
      expect(dueAtMs - lastAtMs).toBe(waitMs);
      world.server.pass(waitMs);
    }
    await ours.ended(1);
    expect(await ours.history()).toMatchObject([{ status: failed }]);
    expect((await ours.history()).map(statuses)).toEqual([[503, 503, 503, 503, 503]]);
    expect(ours.received()).toHaveLength(5);
  });

  it('given an address that is no longer allowed at the delivery, then there is no request', async () => {
    const ours = await world.destination({ url: 'http://rebound.invalid/', retryAttempts: 1 });
    await ours.emit({});
    await ours.ended(1);
    expect(await ours.history()).toMatchObject([
      { status: failed, attempts: [{ statusCode: 0, error: 'name_not_resolved' }] },
    ]);
  });

  it('given one that hangs with many deliveries, then others do not wait', async () => {
    const [slow, quick] = [await world.destination({ retryAttempts: 1 }), await world.destination()];
    slow.answers(() => undefined);
    await slow.emit(...Array.from({ length: 60 }, (_each, n) => ({ n })));
    await quick.emit(...Array.from({ length: 60 }, (_each, n) => ({ n })));
    await eventually(async () => expect(await quick.history()).toHaveLength(50));
    expect((await slow.history()).length).toBeLessThan(50);
  });
});
