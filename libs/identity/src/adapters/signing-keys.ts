import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { tokenAlgorithm, type TokenSigningKey } from '@svc/auth';
import { StartupError } from '@svc/errors';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { Database, Executor, Statement } from '@svc/postgres';
import type { WrappedPlace } from '@svc/sealing';
import { CLOCK, DATABASE, IDS, type WrappedSecrets } from '@svc/service-host';
import { tokenLifetimeMs } from '../domain/api-key/token-lifetime.js';
import { IDENTITY_OPTIONS, type IdentityOptions } from '../identity-options.js';

/** Our verifiers read the key set at least this often (libs/auth), so each of them knows a new key by then. */
const minOverlapMs = 60_000;
/** How long a replica uses the keys it has read, in ms; less than `minOverlapMs`. */
const readAgainAfterMs = 5_000;
/** First half of the advisory lock's key: "sign" in ASCII. */
const lockClass = 0x7369676e;

interface StoredKey {
  readonly kid: string;
  readonly signsFromMs: number;
  readonly privateKey: KeyObject;
  readonly publicJwk: object;
}

interface KeyRow {
  readonly kid: string;
  readonly wrapped_private_key: Buffer;
  readonly signs_from: Date;
}

/** Where signing keys are stored. */
export const signingKeySecrets: WrappedSecrets = {
  table: 'identity.signing_key',
  purpose: 'signing-key',
  row: ['kid'],
  column: 'wrapped_private_key',
};

/** The keys that sign our tokens, wrapped by the master key. */
@Injectable()
export class SigningKeys {
  readonly #opened = new Map<string, StoredKey>();
  #known: { readonly keys: readonly StoredKey[]; readonly readAtMs: number } | undefined;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(IDENTITY_OPTIONS) private readonly options: IdentityOptions,
  ) {}

  /**
   * Creates the first key when there is none, and reads the existing ones. @throws StartupError with another master
   * key.
   */
  async start(): Promise<void> {
    await this.#add((existing) => (existing.length > 0 ? null : { signsFromMs: this.clock.now() }));
  }

  /** The key for new tokens. */
  async current(): Promise<TokenSigningKey> {
    const key = signing(await this.#keys(), this.clock.now());
    if (!key) throw new Error('There is no signing key: the context was not started.');
    return { kid: key.kid, privateKey: key.privateKey };
  }

  /**
   * A JSON Web Key Set (RFC 7517) as text: the public keys of all tokens that can still be valid, and of future ones,
   * newest first.
   */
  async publicKeySet(): Promise<string> {
    const stored = await this.#keys();
    const maxMs = tokenLifetimeMs + this.#overlapMs;
    const firstNeeded = signing(stored, this.clock.now() - maxMs) ?? stored.at(-1);
    const needed = stored.slice(0, firstNeeded ? stored.indexOf(firstNeeded) + 1 : 0);
    return JSON.stringify({ keys: needed.map(({ publicJwk }) => publicJwk) });
  }

  /** Publishes a new key, which signs once every verifier can know it. @returns its id. */
  rotate(): Promise<string> {
    return this.#add(() => ({ signsFromMs: this.clock.now() + this.#overlapMs }));
  }

  /** Longer than a replica may still sign with a former key that it has read. */
  get #overlapMs(): number {
    return Math.max(this.options.signingKeyOverlapMs ?? 0, minOverlapMs);
  }

  /** Newest first. */
  async #keys(): Promise<readonly StoredKey[]> {
    if (!this.#known || this.clock.now() - this.#known.readAtMs >= readAgainAfterMs) {
      this.#known = { readAtMs: this.clock.now(), keys: await this.#read(this.database) };
    }
    return this.#known.keys;
  }

  async #read(executor: Executor): Promise<readonly StoredKey[]> {
    const { rows } = await executor.query<KeyRow>(selectKeys);
    return rows.map((row) => this.#open(row));
  }

  /** One at a time over all replicas. `make` decides from the existing keys; null creates none. */
  async #add(make: (existing: readonly StoredKey[]) => { signsFromMs: number } | null): Promise<string> {
    const { privateKey } = await promisify(generateKeyPair)('ed25519');
    const kid = await this.database.transaction(async (tx) => {
      await tx.query(takeLock);
      const existing = await this.#read(tx);
      const made = make(existing);
      if (!made) return existing[0]?.kid ?? '';
      const newKid = this.ids.uuid();
      const { masterKey, random } = this.options;
      const der = privateKey.export({ format: 'der', type: 'pkcs8' });
      const wrapped = masterKey.wrap(der, placeOf(newKid), random);
      await tx.query(insertKey(newKid, wrapped, masterKey.id, this.clock.now(), made.signsFromMs));
      return newKid;
    });
    this.#known = undefined;
    return kid;
  }

  #open({ kid, wrapped_private_key, signs_from }: KeyRow): StoredKey {
    const seen = this.#opened.get(kid);
    if (seen) return seen;
    const der = this.#unwrapped(wrapped_private_key, kid);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
    const publicJwk = { ...jwk, kid, use: 'sig', alg: tokenAlgorithm };
    const key = { kid, signsFromMs: signs_from.getTime(), privateKey, publicJwk };
    this.#opened.set(kid, key);
    return key;
  }

  #unwrapped(wrapped: Buffer, kid: string): Buffer {
    try {
      return this.options.masterKey.unwrap(wrapped, placeOf(kid));
    } catch (cause) {
      throw new StartupError(
        'The signing keys in the database were sealed with another master key: restore the one that belongs to it (master.key in the data folder, or SVC_MASTER_KEY).',
        { cause },
      );
    }
  }
}

function placeOf(kid: string): WrappedPlace {
  return { purpose: signingKeySecrets.purpose, row: [kid] };
}

/** The key that signed at that time; `keys` are newest first. */
function signing(keys: readonly StoredKey[], atMs: number): StoredKey | undefined {
  return keys.find(({ signsFromMs }) => signsFromMs <= atMs);
}

const takeLock: Statement = {
  name: 'identity.lock_signing_keys',
  text: 'SELECT pg_advisory_xact_lock($1, 0)',
  values: [lockClass],
};

const selectKeys: Statement = {
  name: 'identity.select_signing_keys',
  text: `SELECT kid, wrapped_private_key, signs_from FROM identity.signing_key ORDER BY signs_from DESC, kid DESC`,
  values: [],
};

function insertKey(
  kid: string,
  wrapped: Buffer,
  wrappingKeyId: string,
  nowMs: number,
  signsFromMs: number,
): Statement {
  return {
    name: 'identity.insert_signing_key',
    text: `INSERT INTO identity.signing_key (kid, wrapped_private_key, wrapping_key_id, created_at, signs_from)
           VALUES ($1, $2, $3, $4, $5)`,
    values: [kid, wrapped, wrappingKeyId, new Date(nowMs), new Date(signsFromMs)],
  };
}
