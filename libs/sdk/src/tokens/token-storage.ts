export interface StoredToken {
  readonly token: string;
  /** Ms since the Unix epoch, by the clock of this machine. */
  readonly expiresAtMs: number;
  /** With what it is renewed, where there is such a thing. The last one is kept where a renewal brings none. */
  readonly refreshToken?: string;
}

/** Where a token is kept between runs. */
export interface TokenStorage {
  read(): Promise<StoredToken | undefined>;
  write(token: StoredToken): Promise<void>;
  clear(): Promise<void>;
  /** Runs the work while no other process that shares the storage runs its own, so that a token is renewed once. */
  exclusively?<Result>(work: () => Promise<Result>): Promise<Result>;
}

export class MemoryTokenStorage implements TokenStorage {
  #token: StoredToken | undefined;

  read(): Promise<StoredToken | undefined> {
    return Promise.resolve(this.#token);
  }

  write(token: StoredToken): Promise<void> {
    this.#token = token;
    return Promise.resolve();
  }

  clear(): Promise<void> {
    this.#token = undefined;
    return Promise.resolve();
  }
}
