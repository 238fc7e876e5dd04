import { eventually } from '@svc/testing';
import { ada } from './callers.js';
import { deferred } from './deferred.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { ManualScheduler } from './manual-scheduler.js';
import { eventsOf, leases } from './storage.js';
import { all, begun, createRequest, messagesOf, saying } from './turns.js';

/** What happens while a call waits, and for how long it has waited, in ms. */
const waiting = { meanwhile: (): Promise<void> => Promise.resolve(), ms: 0 };

class WatchedScheduler extends ManualScheduler {
  override async wait(ms: number): Promise<void> {
    waiting.ms += ms;
    await waiting.meanwhile();
  }
}

let library: Library;
let hosts: readonly [Host, Host];
beforeAll(async () => {
  library = await openLibrary();
  const scheduler = new WatchedScheduler();
  hosts = [
    await library.startHost('host-1', { scheduler }),
    await library.startHost('host-2', { scheduler }),
  ];
});
beforeEach(async () => {
  await library.clear();
  waiting.ms = 0;
  waiting.meanwhile = () => Promise.resolve();
});
afterAll(() => library.close());

const appendsEvents = /INSERT INTO conversations\.event/;

/** Interrupts a turn of the first host in its middle, and delays its end. @returns a function that lets it end */
async function breakOff(begin: (host: Host, signal: AbortSignal) => Promise<unknown>) {
  const [host] = hosts;
  const [cancel, hold] = [new AbortController(), host.model.hold()];
  const [end, mayEnd] = [deferred(), deferred()];
  const broken = expect(begin(host, cancel.signal)).rejects.toThrow('gone');
  await hold.reached;
  host.wire.fault = async (statement, run) => {
    if (!appendsEvents.test(statement.text)) return run();
    host.wire.fault = undefined;
    end.resolve();
    await mayEnd.promise;
    return run();
  };
  cancel.abort(new Error('gone'));
  await broken;
  await end.promise;
  await eventually(async () => expect(await leases(library)).toMatchObject([{ caller_has_gone: true }]));
  return async (): Promise<void> => {
    mayEnd.resolve();
    await eventually(async () => expect(await leases(library)).toEqual([]));
  };
}
const breakOffIn = (conversationId: string) =>
  breakOff((host, signal) => all(host.client.interact(saying(conversationId, 'Never mind'), { signal })));

describe.each([
  ['the same instance', 0],
  ['another instance', 1],
] as const)('after a client broke a turn off, the next call, which comes to %s,', (_where, index) => {
  it('given that the turn is void within a second, then it runs', async () => {
    const conversationId = await begun(hosts[0]);
    waiting.meanwhile = await breakOffIn(conversationId);

    await all(hosts[index].client.interact(saying(conversationId, 'Hello')));

    expect(waiting.ms).toBe(25);
    expect((await messagesOf(hosts[0], conversationId)).map(({ text }) => text)).toEqual([
      'Hello there.',
      'Hello',
      'Hello there.',
    ]);
  });

  it('given that the turn takes longer to end, then it is refused after a second', async () => {
    const conversationId = await begun(hosts[0]);
    const end = await breakOffIn(conversationId);
    await expect(all(hosts[index].client.interact(saying(conversationId, 'Hello')))).rejects.toMatchObject({
      code: 'operation_in_progress',
    });
    expect(waiting.ms).toBe(1_000);
    await end();
  });

  it('when it is a finish, then it finishes', async () => {
    const conversationId = await begun(hosts[0]);
    waiting.meanwhile = await breakOffIn(conversationId);
    await hosts[index].client.finishConversation({ caller: ada, conversationId });
    expect((await eventsOf(library, conversationId)).at(-1)?.type).toBe('ConversationFinished');
  });

  it('when it is a create after an interrupted greeting, then it creates', async () => {
    waiting.meanwhile = await breakOff((host, signal) =>
      all(host.client.createConversation(createRequest(), { signal })),
    );
    await expect(begun(hosts[index])).resolves.toEqual(expect.any(String));
  });

  it('given that the turn runs on, then it is refused at once', async () => {
    const conversationId = await begun(hosts[0]);
    const hold = hosts[0].model.hold();
    const turn = all(hosts[0].client.interact(saying(conversationId, 'Hello')));
    await hold.reached;
    await expect(all(hosts[index].client.interact(saying(conversationId, 'And I')))).rejects.toMatchObject({
      code: 'operation_in_progress',
    });
    expect(waiting.ms).toBe(0);
    hold.release();
    await turn;
  });
});
