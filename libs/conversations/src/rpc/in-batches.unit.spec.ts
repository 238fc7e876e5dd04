import { inBatches } from './in-batches.js';

const nextLoopTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function collect<Item>(batches: AsyncIterable<readonly Item[]>): Promise<Item[][]> {
  const all: Item[][] = [];
  for await (const batch of batches) all.push([...batch]);
  return all;
}

describe('a source in batches', () => {
  it('given items that are ready at once, returns them together', async () => {
    async function* source() {
      yield 1;
      yield await Promise.resolve(2);
      yield 3;
    }
    expect(await collect(inBatches(source()))).toEqual([[1, 2, 3]]);
  });

  it('given an item that takes longer, does not wait for it', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    async function* source() {
      yield 1;
      yield 2;
      await held;
      yield 3;
    }
    const batches = inBatches(source());

    expect((await batches.next()).value).toEqual([1, 2]);
    release();
    expect((await batches.next()).value).toEqual([3]);
    expect((await batches.next()).done).toBe(true);
  });

  it('given more items at once than fit, splits them and loses none', async () => {
    const items = Array.from({ length: 150 }, (_, index) => index);
    async function* source() {
      yield* items;
    }
    const batches = await collect(inBatches(source()));
    expect(batches.flat()).toEqual(items);
    expect(Math.max(...batches.map((batch) => batch.length))).toBe(64);
  });

  it('given a source that fails, returns the items before, then its error', async () => {
    async function* source() {
      yield 1;
      yield 2;
      throw new Error('broke');
    }
    const batches = inBatches(source());

    expect((await batches.next()).value).toEqual([1, 2]);
    await expect(batches.next()).rejects.toThrow('broke');
  });

  it('given a source that fails while a full batch waits for its reader, then only the reader gets the error', async () => {
    const unheard: unknown[] = [];
    const onUnheard = (reason: unknown): void => void unheard.push(reason);
    process.on('unhandledRejection', onUnheard);
    async function* source() {
      for (let item = 0; item < 64; item += 1) yield item;
      throw new Error('broke');
    }
    const batches = inBatches(source());

    expect((await batches.next()).value).toHaveLength(64);
    await nextLoopTurn();
    await nextLoopTurn();
    process.off('unhandledRejection', onUnheard);
    expect(unheard).toEqual([]);
    await expect(batches.next()).rejects.toThrow('broke');
  });

  it('given a reader that leaves, ends the source, and is at most one item ahead of it', async () => {
    const made: number[] = [];
    let isEnded = false;
    async function* source() {
      try {
        for (let item = 1; ; item += 1) {
          made.push(item);
          yield item;
          await nextLoopTurn();
          await nextLoopTurn();
        }
      } finally {
        isEnded = true;
      }
    }
    const batches = inBatches(source());

    expect((await batches.next()).value).toEqual([1]);
    await batches.return();

    expect(isEnded).toBe(true);
    expect(made.length).toBeLessThanOrEqual(2);
  });
});
