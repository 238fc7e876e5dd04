import { PublicEventServiceService } from '@svc/contracts/common';
import { StartupError } from '@svc/errors';
import type { EventBus, PublicEvent, StreamRef } from '@svc/event-bus';
import { createClient, type RpcClient, type RpcConnection, type RpcTls } from '@svc/rpc';
import { publicEventFromProto } from './public-event-mapping.js';

type OwnerClient = RpcClient<typeof PublicEventServiceService> & RpcConnection;

/** Addresses of the contexts with consumed events, by name: `{ identity: 'identity:50051' }`. */
export type OwnerAddresses = Readonly<Record<string, string>>;

export interface StreamOwnersOptions {
  /** The context that reads. */
  readonly context: string;
  readonly addresses: OwnerAddresses;
  /** For network addresses: the owners accept only named certificates. */
  readonly tls: RpcTls | undefined;
}

/** Asks the contexts that own events: for missing ones, and for the keys of their signatures. */
export class StreamOwners implements Pick<EventBus, 'readStream'> {
  readonly #clients: ReadonlyMap<string, OwnerClient>;
  readonly #context: string;

  constructor({ context, addresses, tls }: StreamOwnersOptions) {
    this.#context = context;
    this.#clients = new Map(
      Object.entries(addresses).map(([source, address]) => [
        source,
        createClient(PublicEventServiceService, address, { tls }),
      ]),
    );
  }

  /** @throws StartupError if events of a context would be consumed but missing ones can't be read from it. */
  require(sources: readonly string[]): void {
    for (const source of sources) this.#clientOf(source);
  }

  /**
   * @throws DomainError `service_unavailable` while the owner is away, `permission_denied` if it does not accept us.
   */
  async readStream(stream: StreamRef, afterVersion: number, limit: number): Promise<readonly PublicEvent[]> {
    const { source, streamId } = stream;
    const { events } = await this.#clientOf(source).listPublicEvents({ streamId, afterVersion, limit });
    return events.map((event) => publicEventFromProto({ source, streamId }, event));
  }

  /**
   * The public keys of an owner's signatures. What it answers is believed: over the network, mutual TLS proves who it is.
   * @throws DomainError `service_unavailable` while the owner is away
   */
  async keysOf(source: string): Promise<readonly Buffer[]> {
    const { publicKeys } = await this.#clientOf(source).listEventKeys({});
    return publicKeys;
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }

  #clientOf(source: string): OwnerClient {
    const client = this.#clients.get(source);
    if (client) return client;
    throw new StartupError(
      `${this.#context} consumes events of ${source}, and does not know where to ask it for those that are missing: name it in eventOwners of runService.`,
    );
  }
}
