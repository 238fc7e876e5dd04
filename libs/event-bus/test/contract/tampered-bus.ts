import type { EventBus, GroupOptions } from '../../src/index.js';

/** A bus that does something to the batches of groups before they are handled, or after. */
export function tampered(
  bus: EventBus,
  tamper: (handle: GroupOptions['handle']) => GroupOptions['handle'],
): EventBus {
  return {
    consume: (options) => bus.consume({ ...options, handle: tamper(options.handle) }),
    tail: (options) => bus.tail(options),
    readStream: (stream, after, limit) => bus.readStream(stream, after, limit),
  };
}
