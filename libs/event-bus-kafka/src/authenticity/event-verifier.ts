import { verify, type KeyObject } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { PublicEvent } from '@svc/event-bus';
import { linkHash } from '@svc/event-store';
import { signedBytes, type EventProof } from './event-proof.js';
import { keyIdOf, verifyingKeyOf } from './signing-key.js';

/** A message that nobody may handle: its owner has not published it so. */
export class UnprovenEventError extends Error {
  override readonly name = 'UnprovenEventError';
}

/** An event with its proof. */
export interface ProvenEvent {
  readonly event: PublicEvent;
  readonly proof: EventProof;
}

export interface EventVerifierOptions {
  /** Ours. */
  readonly installation: string;
  /**
   * Asks the context that owns events for the public keys of its signatures, former ones included.
   * @throws DomainError `service_unavailable` when it can't be asked now
   */
  readonly keysOf: (source: string) => Promise<readonly Uint8Array[]>;
}

/** A check takes about 0.12 ms: between so many, other work of the process has its turn. */
const checksInOneTurn = 16;

/** Checks that events are their owners'. Keys are asked for once, and again for a message of an unknown key. */
export class EventVerifier {
  readonly #options: EventVerifierOptions;
  /** By source, then by key id. */
  readonly #keys = new Map<string, ReadonlyMap<string, KeyObject>>();

  constructor(options: EventVerifierOptions) {
    this.#options = options;
  }

  /**
   * The events of a batch that their owners have published, in their order.
   * @param onRefused called with each other one
   * @throws what `keysOf` throws: no event is refused for want of a key
   */
  async proven<Placed extends ProvenEvent>(
    batch: readonly Placed[],
    onRefused: (error: UnprovenEventError, placed: Placed) => void,
  ): Promise<readonly Placed[]> {
    await this.#learnKeysOf(batch);
    const proven: Placed[] = [];
    for (const [index, placed] of batch.entries()) {
      if (index > 0 && index % checksInOneTurn === 0) await setImmediate();
      const refusal = this.#refusalOf(placed);
      if (refusal === undefined) proven.push(placed);
      else onRefused(new UnprovenEventError(refusal), placed);
    }
    return proven;
  }

  async #learnKeysOf(batch: readonly ProvenEvent[]): Promise<void> {
    const unknown = batch.filter(
      ({ event, proof }) => this.#isOurs(proof) && !this.#keys.get(event.source)?.has(proof.keyId),
    );
    for (const source of new Set(unknown.map(({ event }) => event.source))) {
      const keys = await this.#options.keysOf(source);
      this.#keys.set(source, new Map(keys.map((key) => [keyIdOf(key), verifyingKeyOf(key)])));
    }
  }

  #isOurs({ installation }: EventProof): boolean {
    return installation === this.#options.installation;
  }

  #refusalOf({ event, proof }: ProvenEvent): string | undefined {
    const { installation } = this.#options;
    if (!this.#isOurs(proof)) return `It is of another installation, and this is ${installation}.`;
    const key = this.#keys.get(event.source)?.get(proof.keyId);
    if (!key) return `${event.source} knows no such key: somebody else has signed it.`;
    if (!verify(null, signedBytes(installation, event), key, proof.signature))
      return `${event.source} has not signed it so.`;
    return isHashOf(event) ? undefined : 'Its hash is not that of its content.';
  }
}

/**
 * A hash can be computed again where the event before it is public too: only then is the hash of that one known. That
 * of any other event is covered by the signature.
 */
function isHashOf(event: PublicEvent): boolean {
  if (event.previousVersion !== event.streamVersion - 1) return true;
  return linkHash(event.previousHash, { ...event, createdAt: event.occurredAtMs }).equals(event.hash);
}
