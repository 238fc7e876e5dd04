import { performance } from 'node:perf_hooks';

/** What a kind may still take to end a call after its signal. */
const graceMs = 1_000;

/** The time of one call. */
export class CallTime {
  /** Whether the time ended the call, and not the caller. */
  isUp = false;
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #deadline: number;
  readonly #timer: NodeJS.Timeout;
  #grace: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number, caller: AbortSignal) {
    this.#deadline = performance.now() + timeoutMs;
    this.signal = AbortSignal.any([caller, this.#controller.signal]);
    this.#timer = setTimeout(() => {
      this.isUp = true;
      this.#controller.abort();
    }, timeoutMs);
  }

  remainingMs(): number {
    return Math.max(1, this.#deadline - performance.now());
  }

  /** @param late the outcome of work that goes on in spite of its signal. */
  async bound<Outcome>(work: Promise<Outcome>, late: () => Outcome): Promise<Outcome> {
    const ended = Promise.withResolvers<Outcome>();
    const abort = (): void => {
      this.#grace = setTimeout(() => ended.resolve(late()), graceMs);
    };
    this.signal.addEventListener('abort', abort);
    if (this.signal.aborted) abort();
    try {
      return await Promise.race([work, ended.promise]);
    } finally {
      this.signal.removeEventListener('abort', abort);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#grace);
  }
}

export const neverAborted: AbortSignal = new AbortController().signal;

/** Waits for work that others wait for too, until this caller's signal. */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const ended = Promise.withResolvers<never>();
  const abort = (): void => ended.reject(new DOMException('The caller has given up.', 'AbortError'));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
