/** 24 days: a timer that is set for longer ends at once. */
export const maxTimerMs = 2_147_483_647;

/** What the transport takes from the platform that it runs on; tests give their own. */
export interface Environment {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** From 0, below 1. */
  readonly random: () => number;
  /** Ends early, without an error, once the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export const platformEnvironment: Environment = {
  // Looked up at each call, as tools replace it.
  fetch: (input, init) => globalThis.fetch(input, init),
  now: () => Date.now(),
  random: () => {
    const [bits = 0] = globalThis.crypto.getRandomValues(new Uint32Array(1));
    return bits / 2 ** 32;
  },
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(ms, maxTimerMs));
      signal?.addEventListener('abort', wake, { once: true });
    }),
};
