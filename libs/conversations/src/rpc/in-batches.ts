/** Maximum of events in one message. It bounds a stream of many small pieces. */
const maxBatch = 64;

/**
 * Batches the items that a source has ready at the same moment: a message between processes costs far more than an
 * event. Nothing waits for a later event; a batch goes out before the next round of the event loop. The source is at
 * most one batch and one event ahead of the reader. Its error comes after the items before it.
 */
export async function* inBatches<Item>(
  source: AsyncGenerator<Item, void, void>,
): AsyncGenerator<readonly Item[], void, void> {
  const take = (): Promise<IteratorResult<Item, void>> => {
    const taken = source.next();
    // It may fail while a batch waits for its reader, who gets the error later, or never if it has left.
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
