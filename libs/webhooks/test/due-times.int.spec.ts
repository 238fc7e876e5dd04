import { DueTimes } from '../src/delivery/due-times.js';
import { startWebhooksWorld, type WebhooksWorld } from './webhooks-world.js';

const startedAtMs = Date.now();
const hourMs = 3_600_000;

let world: WebhooksWorld;
beforeAll(
  async () =>
    void (world = await startWebhooksWorld({ requestTimeoutMs: 5_000 }, { now: () => startedAtMs })),
);
afterAll(() => world.stop());

const bound = () => world.server.context.get(DueTimes).bound();

describe('the due times of pending deliveries', () => {
  it('given a clock that was set back by an hour, then a retry waits for a minute from now, not for an hour', async () => {
    const ours = await world.destination();
    ours.answers((response, _webhook, times) => response.writeHead(times === 1 ? 500 : 204).end());
    await ours.emit({});
    await ours.attempted(1);
    world.server.pass(-hourMs);
    await bound();
    expect((await ours.pending()).dueAtMs).toBe(world.server.nowMs() + 60_000);
    world.server.pass(60_000);
    await ours.ended(1);
  });

  it('given a clock that goes on, then they stay', async () => {
    const ours = await world.destination();
    ours.answers((response) => response.writeHead(500).end());
    await ours.emit({});
    await ours.attempted(1);
    const { dueAtMs } = await ours.pending();
    await bound();
    expect((await ours.pending()).dueAtMs).toBe(dueAtMs);
  });
});
