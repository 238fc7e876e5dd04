import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { tokenAlgorithm, type TokenSigningKey } from '@svc/auth';
import { StartupError } from '@svc/errors';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { Database, Executor, Statement } from '@svc/postgres';
import { createSealer, type RandomBytes } from './sealer.js';

/** The keys that sign our tokens, stored wrapped by the master key. */
export interface SigningKeys {
  /** Makes the first key when there is none, and reads what there is. @throws StartupError with another master key. */
  start(): Promise<void>;
  /** The key for new tokens. */
  current(): Promise<TokenSigningKey>;
  /** A JSON Web Key Set (RFC 7517) as text: the public keys of all tokens that can still be valid, newest first. */
  publicKeySet(): Promise<string>;
  /** Publishes a new key, which signs from a minute later on. @returns its id. */
  rotate(): Promise<string>;
}

export interface SigningKeysOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly random: RandomBytes;
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  /** How long a token can be valid, in ms: so long a key stays published after its successor signs. */
  readonly tokenLifetimeMs: number;
}

/** Verifiers read the key set at least this often (libs/auth): by then each of them knows a new key. */
const publishedAheadMs = 60_000;
/** How long a replica goes on with the keys that it has read, in ms: shorter than `publishedAheadMs`. */
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

export function createSigningKeys(options: SigningKeysOptions): SigningKeys {
  const { database, clock, ids, random, masterKey, tokenLifetimeMs } = options;
  const sealer = createSealer(masterKey, 'signing-key', random);
  const opened = new Map<string, StoredKey>();
  let known: { readonly keys: readonly StoredKey[]; readonly readAtMs: number } | undefined;

  function open({ kid, wrapped_private_key, signs_from }: KeyRow): StoredKey {
    const seen = opened.get(kid);
    if (seen) return seen;
    const der = unwrapped(wrapped_private_key, kid);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
    const publicJwk = { ...jwk, kid, use: 'sig', alg: tokenAlgorithm };
    const key = { kid, signsFromMs: signs_from.getTime(), privateKey, publicJwk };
    opened.set(kid, key);
    return key;
  }

  function unwrapped(wrapped: Buffer, kid: string): Buffer {
    try {
      return sealer.open(wrapped, kid);
    } catch (cause) {
      throw new StartupError(
        'The signing keys in the database were sealed with another master key: restore the one that belongs to it (master.key in the data folder, or SVC_MASTER_KEY).',
        { cause },
      );
    }
  }

  async function read(executor: Executor): Promise<readonly StoredKey[]> {
    const { rows } = await executor.query<KeyRow>(selectKeys);
    return rows.map(open);
  }

  /** Newest first. */
  async function keys(): Promise<readonly StoredKey[]> {
    if (!known || clock.now() - known.readAtMs >= readAgainAfterMs) {
      known = { readAtMs: clock.now(), keys: await read(database) };
    }
    return known.keys;
  }

  /** One at a time over all replicas. `make` decides upon the keys there are; null makes none. */
  async function add(
    make: (existing: readonly StoredKey[]) => { signsFromMs: number } | null,
  ): Promise<string> {
    const { privateKey } = await promisify(generateKeyPair)('ed25519');
    const kid = await database.transaction(async (tx) => {
      await tx.query(takeLock);
      const existing = await read(tx);
      const made = make(existing);
      if (!made) return existing[0]?.kid ?? '';
      const newKid = ids.uuid();
      const wrapped = sealer.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), newKid);
      await tx.query(insertKey(newKid, wrapped, clock.now(), made.signsFromMs));
      return newKid;
    });
    known = undefined;
    return kid;
  }

  return {
    async start() {
      await add((existing) => (existing.length > 0 ? null : { signsFromMs: clock.now() }));
    },

    async current() {
      const key = signing(await keys(), clock.now());
      if (!key) throw new Error('There is no signing key: the module was not started.');
      return { kid: key.kid, privateKey: key.privateKey };
    },

    async publicKeySet() {
      const stored = await keys();
      const longestMs = tokenLifetimeMs + readAgainAfterMs;
      const firstNeeded = signing(stored, clock.now() - longestMs) ?? stored.at(-1);
      const needed = stored.slice(0, firstNeeded ? stored.indexOf(firstNeeded) + 1 : 0);
      return JSON.stringify({ keys: needed.map(({ publicJwk }) => publicJwk) });
    },

    rotate: () => add(() => ({ signsFromMs: clock.now() + publishedAheadMs })),
  };
}

/** The key that signed at a time; `keys` are in descending order. */
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

function insertKey(kid: string, wrapped: Buffer, nowMs: number, signsFromMs: number): Statement {
  return {
    name: 'identity.insert_signing_key',
    text: `INSERT INTO identity.signing_key (kid, wrapped_private_key, created_at, signs_from) VALUES ($1, $2, $3, $4)`,
    values: [kid, wrapped, new Date(nowMs), new Date(signsFromMs)],
  };
}
