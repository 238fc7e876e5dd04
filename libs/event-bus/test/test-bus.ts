import { createHash, randomUUID } from 'node:crypto';
import { canonicalJson, type EventMetadata, type TenantId } from '@svc/kernel';
import type { PublicEventSample } from '@svc/testing';
import type {
  EventBus,
  EventContract,
  GroupOptions,
  PublicEvent,
  StreamRef,
  Subscriber,
  Tail,
  TailOptions,
} from '../src/index.js';

export interface PublishedEvent<Data> {
  readonly tenantId: TenantId;
  readonly streamId: string;
  /** Its data subject; default: none. */
  readonly subject?: string | null;
  readonly data: Data;
  readonly metadata?: EventMetadata;
  /** Milliseconds since the Unix epoch; default: 2026-11-21. */
  readonly occurredAtMs?: number;
}

interface Envelope
  extends Omit<PublicEventSample, 'payload'>, Pick<PublishedEvent<unknown>, 'metadata' | 'occurredAtMs'> {}

type Taker = Pick<GroupOptions, 'sources' | 'handle'>;

const metadata: EventMetadata = { actor: 'user:1', correlationId: 'request-1', causationId: 'request-1' };

/** A bus for the tests of consumers: when `publish` resolves, all of them have handled the event. */
export class TestBus implements EventBus {
  readonly #takers = new Set<Taker>();
  readonly #published: PublicEvent[] = [];

  /** The next event of a stream. Rejects with its consumers' errors that no event caused. */
  async publish<Data>(
    { source, type, message }: EventContract<Data> & { readonly message: { toJSON(data: Data): unknown } },
    { data, subject = null, ...published }: PublishedEvent<Data>,
  ): Promise<PublicEvent> {
    const payload = canonicalJson(message.toJSON(data));
    return this.#publish({ source, type }, { subject, schemaVersion: 1, ...published }, payload);
  }

  /** The next event of the sample's stream, as its context has recorded it (`samplesOf` of `@svc/testing`). */
  async publishSample(
    contract: Pick<EventContract, 'source' | 'type'>,
    { payload, ...published }: PublicEventSample,
  ): Promise<PublicEvent> {
    return this.#publish(contract, published, canonicalJson(payload));
  }

  async #publish(
    { source, type }: Pick<EventContract, 'source' | 'type'>,
    { tenantId, streamId, subject, schemaVersion, ...rest }: Envelope,
    payload: string,
  ): Promise<PublicEvent> {
    const before = this.#of({ source, streamId }).at(-1);
    const event: PublicEvent = {
      source,
      tenantId,
      streamId,
      subject,
      streamVersion: (before?.streamVersion ?? 0) + 1,
      hash: createHash('sha256')
        .update(before?.hash ?? '')
        .update(payload)
        .digest(),
      previousVersion: before?.streamVersion ?? 0,
      previousHash: before?.hash ?? Buffer.alloc(32),
      eventId: randomUUID(),
      eventType: type,
      schemaVersion,
      occurredAtMs: rest.occurredAtMs ?? 1_795_219_200_000,
      metadata: JSON.stringify(rest.metadata ?? metadata),
      payload,
    };
    this.#published.push(event);
    await this.#bring([event]);
    return event;
  }

  /** Everything comes again, as when a bus was refilled. */
  repeat(): Promise<void> {
    return this.#bring(this.#published);
  }

  async consume(options: GroupOptions): Promise<Subscriber> {
    return this.#join(options);
  }

  async tail(options: TailOptions): Promise<Tail> {
    return { ...this.#join(options), position: 'end' };
  }

  async readStream(stream: StreamRef, afterVersion: number, limit: number): Promise<readonly PublicEvent[]> {
    return this.#of(stream)
      .filter(({ streamVersion }) => streamVersion > afterVersion)
      .slice(0, limit);
  }

  #join(taker: Taker): Subscriber {
    this.#takers.add(taker);
    return { stop: async () => void this.#takers.delete(taker) };
  }

  async #bring(events: readonly PublicEvent[]): Promise<void> {
    const { signal } = new AbortController();
    for (const { sources, handle } of this.#takers) {
      const batch = events.filter(({ source }) => sources.includes(source));
      if (batch.length > 0) await handle(batch, { signal });
    }
  }

  #of({ source, streamId }: StreamRef): readonly PublicEvent[] {
    return this.#published.filter((event) => event.source === source && event.streamId === streamId);
  }
}
