/** Events in one message at most: a stream of many small pieces stays bounded. */
const maxBatch = 64;

/**
 * What a source has ready at the same moment, together: a message between processes costs far more than an event. Nothing
 * waits for a later event; a batch goes out before the next turn of the event loop. The source is at most one batch and
 * one event ahead of the reader. Its failure comes after what it gave before.
 */
export async function* inBatches<Item>(
  source: AsyncGenerator<Item, void, void>,
): AsyncGenerator<readonly Item[], void, void> {
  const take = (): Promise<IteratorResult<Item, void>> => {
    const taken = source.next();
    // It may fail while a batch waits for its reader, who hears of it later or, having left, never.
    taken.catch(() => undefined);
    return taken;
  };
  let next = take();
  try {
    for (;;) {
      const first = await next;
      if (first.done) return;
      const batch = [first.value];
      next = take();
      const loopTurn = untilNextLoopTurn();
      while (batch.length < maxBatch) {
        const ready = await Promise.race([next.catch(() => undefined), loopTurn]);
        if (ready === undefined || ready.done) break;
        batch.push(ready.value);
        next = take();
      }
      yield batch;
    }
  } finally {
    await source.return();
  }
}

function untilNextLoopTurn(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(() => resolve(undefined)));
}
