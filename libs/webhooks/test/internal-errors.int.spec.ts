import { DeliveryStatus } from '@svc/contracts/webhooks';
import { AddressPolicy, OutgoingHttp, parseAddressRange, type OutgoingRequest } from '@svc/outgoing-http';
import { startWebhooksWorld, type WebhooksWorld } from './webhooks-world.js';

/** Fails in a way that no receiver can cause. */
class BrokenHttp extends OutgoingHttp {
  requests = 0;

  override send(_request: OutgoingRequest): Promise<never> {
    this.requests += 1;
    return Promise.reject(new TypeError('A mistake of ours.'));
  }
}

const loopback = parseAddressRange('127.0.0.1');
const outgoing = new BrokenHttp({ policy: new AddressPolicy({ allowed: loopback ? [loopback] : [] }) });
let world: WebhooksWorld;
beforeAll(async () => void (world = await startWebhooksWorld({ outgoing })));
afterAll(async () => {
  await world.stop();
  outgoing.close();
});

it('given requests that fail here, then they are attempts like others: recorded, counted and bounded', async () => {
  const ours = await world.destination({ retryAttempts: 2 });
  await ours.emit({});
  await ours.attempted(1);
  world.server.pass(5_000);
  await ours.ended(1);
  expect(await ours.history()).toMatchObject([
    {
      status: DeliveryStatus.DELIVERY_STATUS_FAILED,
      attempts: [
        { statusCode: 0, error: 'internal_error' },
        { statusCode: 0, error: 'internal_error' },
      ],
    },
  ]);
  expect(outgoing.requests).toBe(2);
  expect(ours.received()).toEqual([]);
});
