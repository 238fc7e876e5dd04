import { afterEach, expect, it } from '@jest/globals';
import { eventually } from '@svc/testing';
import type { Tail, TailStart } from '../../src/index.js';
import { deposited, noteTaken, openAccount, opened, type World } from './bank.js';
import type { BusUnderTest, ConnectedBus } from './bus-under-test.js';
import { Received } from './received.js';

/** What every adapter promises to tails. */
export function itServesTails(given: () => { world: World; open: BusUnderTest; here: ConnectedBus }): void {
  const running: Tail[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((tail) => tail.stop()));
  });

  async function tail(
    from: TailStart,
    { handle, onError }: Pick<Received, 'handle' | 'onError'>,
  ): Promise<Tail> {
    const begun = await given().here.bus.tail({ sources: ['bank'], from, handle, onError });
    running.push(begun);
    return begun;
  }

  it('shows every tail only events committed after it has begun', async () => {
    const account = openAccount(given().world);
    await account.append(opened('Ada'));
    const group = await given().here.bus.consume({
      group: 'ledger.before',
      sources: ['bank'],
      ...new Received(),
    });
    const published = new Received();
    const all = await given().here.bus.tail({ sources: ['bank'], from: 'start', ...published });
    await eventually(() => expect(published.versionsOf(account)).toEqual([1]));
    const [one, other] = [new Received(), new Received()];
    await tail('end', one);
    await tail('end', other);
    await account.append(noteTaken('private'), deposited(1), deposited(2));
    await eventually(() => {
      expect(one.versionsOf(account)).toEqual([3, 4]);
      expect(other.versionsOf(account)).toEqual([3, 4]);
    });
    await Promise.all([group.stop(), all.stop()]);
  });

  it('shows all events from the start', async () => {
    const account = openAccount(given().world);
    await account.append(opened('Ada'), deposited(1));
    const received = new Received();
    await tail('start', received);
    await account.append(deposited(2));
    await eventually(() => expect(received.versionsOf(account)).toEqual([1, 2, 3]));
  });

  it("continues at another tail's position", async () => {
    const account = openAccount(given().world);
    const before = new Received();
    const first = await tail('start', before);
    await account.append(opened('Ada'), deposited(1));
    await eventually(() => expect(before.versionsOf(account)).toEqual([1, 2]));
    await first.stop();
    await account.append(deposited(2));
    const after = new Received();
    await tail({ position: first.position }, after);
    await eventually(() => expect(after.versionsOf(account)).toEqual([3]));
  });

  it('shows each event once, though all of them come again', async () => {
    const account = openAccount(given().world);
    const received = new Received();
    await tail('start', received);
    await account.append(opened('Ada'), deposited(1));
    await eventually(() => expect(received.versionsOf(account)).toEqual([1, 2]));
    await given().open.repeat('bank');
    await account.append(deposited(2));
    await eventually(() => expect(received.versionsOf(account)).toEqual([1, 2, 3]));
  });

  it('shows rejected events again', async () => {
    const account = openAccount(given().world);
    const received = new Received();
    let refusals = 1;
    await tail('end', {
      onError: received.onError,
      handle: async (batch) => {
        if (refusals-- > 0) throw new Error('not now');
        await received.handle(batch);
      },
    });
    await account.append(opened('Ada'));
    await eventually(() => expect(received.versionsOf(account)).toEqual([1]));
    expect(received.failures).toEqual([new Error('not now')]);
  });

  it('rejects an invalid position', async () => {
    await expect(tail({ position: 'nonsense' }, new Received())).rejects.toThrow(TypeError);
  });
}
