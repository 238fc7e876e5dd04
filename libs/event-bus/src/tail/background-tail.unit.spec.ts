import { createMetrics, noMetrics, silentLogger } from '@svc/telemetry';
import { samplePublicEvent } from '../../test/sample-event.js';
import type { PublicEvent, Tail, TailOptions } from '../index.js';
import { BackgroundTail } from './background-tail.js';

/** A bus that fails at first; `begun` resolves with the options of its tail. */
function busThatFails(failures: number) {
  const stopped: string[] = [];
  const { promise: begun, resolve } = Promise.withResolvers<TailOptions>();
  const tail = async (options: TailOptions): Promise<Tail> => {
    failures -= 1;
    if (failures >= 0) throw new Error('The bus is away');
    resolve(options);
    return { position: 'end', stop: async () => void stopped.push('stopped') };
  };
  return { bus: { tail }, begun, stopped };
}

const signal = new AbortController().signal;
const follow = (bus: ReturnType<typeof busThatFails>['bus'], metrics = noMetrics) => {
  const taken: PublicEvent[] = [];
  const take = (event: PublicEvent): void => void taken.push(event);
  const options = { bus, subscriber: 'shop.prices', sources: ['bank'], take, logger: silentLogger, metrics };
  return { taken, tail: new BackgroundTail(options) };
};

describe('a background tail', () => {
  it('given an outage of the bus, begins after it, and counts the errors', async () => {
    const metrics = createMetrics();
    const { bus, begun, stopped } = busThatFails(2);
    const { taken, tail } = follow(bus, metrics);
    const before = await metrics.expose();
    const { sources, from, handle, onError } = await begun;
    expect([sources, from]).toEqual([['bank'], 'end']);
    expect(before).toMatch(/event_bus_tail_begun\{subscriber="shop.prices"[^}]*\} 0/);
    expect(await metrics.expose()).toMatch(/event_bus_tail_begun\{subscriber="shop.prices"[^}]*\} 1/);
    await handle([samplePublicEvent(), samplePublicEvent({ streamVersion: 4 })], { signal });
    expect(taken.map(({ streamVersion }) => streamVersion)).toEqual([3, 4]);
    onError(new Error('The bus is away again'), { retryInMs: 100 });
    expect(await metrics.expose()).toMatch(
      /event_bus_tail_failures_total\{subscriber="shop.prices"[^}]*\} 3/,
    );
    await tail.stop();
    expect(stopped).toEqual(['stopped']);
  });

  it('given a stop before it has begun, leaves nothing behind', async () => {
    const { bus, begun, stopped } = busThatFails(0);
    const { tail } = follow(bus);
    await tail.stop();
    await begun;
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(stopped).toEqual(['stopped']);
  });
});
