import { ContextLifecycle } from '@svc/service-host';
import { callerOf } from '@svc/testing';
import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { leases } from './storage.js';
import { all, begun, messagesOf, saying, valueOf } from './turns.js';

let library: Library;
let host: Host;
let other: Host;

beforeEach(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  other = await library.startHost('host-2');
});
afterEach(async () => {
  await library.close();
});

describe('stopping an instance', () => {
  it('given a running turn, then it ends with interaction-complete, and new ones are refused', async () => {
    const conversationId = await begun(host);
    const hold = host.model.hold();
    const turn = all(host.client.interact(saying(conversationId, 'Hello')));
    await hold.reached;
    const stopped = host.get(ContextLifecycle).drain(10_000);

    await expect(begun(host, { caller: callerOf('bob') })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    hold.release();
    expect(valueOf(await turn, 'interactionComplete').fullMessage).toBe('Hello there.');
    await stopped;
    expect(await messagesOf(other, conversationId)).toHaveLength(3);
  });

  it('given a turn that does not end in time, then it is cut off and void', async () => {
    const conversationId = await begun(host);
    const hold = host.model.hold();
    const turn = all(host.client.interact(saying(conversationId, 'Hello')));
    const refused = expect(turn).rejects.toMatchObject({ code: 'service_unavailable' });
    await hold.reached;
    await host.get(ContextLifecycle).drain(0);
    await refused;
    expect(await leases(library)).toEqual([]);
    await all(other.client.interact(saying(conversationId, 'Hello again')));
    expect(await messagesOf(other, conversationId)).toHaveLength(3);
  });

  it('given timers, then none runs after the stop', async () => {
    expect(host.scheduler.isIdle).toBe(false);
    await host.stop();
    expect(host.scheduler.isIdle).toBe(true);
  });

  it('given no turn, then it stops at once', async () => {
    const anHourMs = 3_600_000; // far beyond the time limit of a test
    await host.get(ContextLifecycle).drain(anHourMs);
  });
});
