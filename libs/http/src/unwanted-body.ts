import type { IncomingMessage } from 'node:http';

export interface UnwantedBodyBounds {
  readonly bytes: number;
  readonly ms: number;
}

interface Rest {
  readonly raw: IncomingMessage;
  readonly bytesReadBefore: number;
  readonly since: number;
}

const lookEveryMs = 50;

/**
 * A request can get its response before its body has arrived; Node then reads and drops the rest. Ends connections on
 * which that rest is too long or too slow: it could go on for ever, also without a credential.
 */
export class UnwantedBodies {
  readonly #rests = new Set<Rest>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly bounds: UnwantedBodyBounds,
    private readonly onCut: () => void,
  ) {}

  /** Call it when the response is sent. */
  watch(raw: IncomingMessage): void {
    if (raw.complete || raw.socket.destroyed) return;
    this.#rests.add({ raw, bytesReadBefore: raw.socket.bytesRead, since: performance.now() });
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref();
  }

  #look(): void {
    for (const rest of this.#rests) {
      const { socket, complete } = rest.raw;
      if (complete || socket.destroyed) this.#rests.delete(rest);
      else if (this.#isTooMuch(rest)) {
        this.#rests.delete(rest);
        this.onCut();
        socket.destroy();
      }
    }
    if (this.#rests.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #isTooMuch({ raw: { socket }, bytesReadBefore, since }: Rest): boolean {
    return (
      socket.bytesRead - bytesReadBefore > this.bounds.bytes || performance.now() - since > this.bounds.ms
    );
  }
}
