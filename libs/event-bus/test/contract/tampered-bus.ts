import type { EventBus, GroupOptions } from '../../src/index.js';

/** A bus that changes the batches of groups before or after they are handled. */
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
