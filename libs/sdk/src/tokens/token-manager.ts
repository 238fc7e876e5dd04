import type { TokenSource } from '../client/token-source.js';
import { isAmigoError } from '../errors/guards.js';
import { MemoryTokenStorage, type StoredToken, type TokenStorage } from './token-storage.js';

export interface TokenManagerOptions {
  /** Gets a new token: by a sign-in with a key, or with the refresh token of the last one. */
  readonly renew: (last: StoredToken | undefined) => Promise<StoredToken>;
  /** Default: the memory of this process. */
  readonly storage?: TokenStorage;
  /** Tokens are renewed so long before they expire, or when half of a shorter life is over. Default: a minute. */
  readonly earlyMs?: number;
  readonly now?: () => number;
}

interface KnownToken {
  readonly token: string;
  readonly renewAtMs: number;
}

/** A source of tokens that keeps the last one, and renews it once for all who wait for it. */
export class TokenManager implements TokenSource {
  readonly #renew: TokenManagerOptions['renew'];
  readonly #storage: TokenStorage;
  readonly #earlyMs: number;
  readonly #now: () => number;
  #known: KnownToken | undefined;
  #refused: string | undefined;
  #pending: Promise<string> | undefined;

  constructor({
    renew,
    storage = new MemoryTokenStorage(),
    earlyMs = 60_000,
    now = Date.now,
  }: TokenManagerOptions) {
    this.#renew = renew;
    this.#storage = storage;
    this.#earlyMs = earlyMs;
    this.#now = now;
  }

  /** @throws what `renew` throws; the reason of the signal once it is aborted: the renewal goes on for the others */
  async token(signal?: AbortSignal): Promise<string> {
    if (this.#isGood(this.#known)) return this.#known.token;
    this.#pending ??= this.#next().finally(() => (this.#pending = undefined));
    return untilAborted(this.#pending, signal);
  }

  refused(token: string): void {
    this.#refused = token;
  }

  /** Signs out here: the token itself is good until it expires. */
  async forget(): Promise<void> {
    this.#known = undefined;
    await this.#storage.clear();
  }

  async #next(): Promise<string> {
    const stored = await this.#stored();
    if (stored !== undefined) return stored;
    const next = async () => (await this.#stored()) ?? this.#renewed(await this.#storage.read());
    return this.#storage.exclusively ? this.#storage.exclusively(next) : next();
  }

  /** Another process may have renewed it. */
  async #stored(): Promise<string | undefined> {
    const stored = await this.#storage.read();
    if (stored === undefined) return undefined;
    const known = { token: stored.token, renewAtMs: stored.expiresAtMs - this.#earlyMs };
    if (!this.#isGood(known)) return undefined;
    this.#known = known;
    return known.token;
  }

  async #renewed(last: StoredToken | undefined): Promise<string> {
    const renewed = await this.#renew(last).catch(async (error: unknown) => {
      // It would be refused each time.
      if (isAmigoError(error) && (error.statusCode === 401 || error.errorCode === 'invalid_grant'))
        await this.forget();
      throw error;
    });
    const { refreshToken = last?.refreshToken, token, expiresAtMs } = renewed;
    await this.#storage.write({ token, expiresAtMs, ...(refreshToken !== undefined && { refreshToken }) });
    const lifeMs = expiresAtMs - this.#now();
    this.#known = { token, renewAtMs: expiresAtMs - Math.min(this.#earlyMs, lifeMs / 2) };
    return token;
  }

  #isGood(known: KnownToken | undefined): known is KnownToken {
    return known !== undefined && known.token !== this.#refused && this.#now() < known.renewAtMs;
  }
}

/** The promise goes on when the signal is aborted; only the wait for it ends. */
async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
