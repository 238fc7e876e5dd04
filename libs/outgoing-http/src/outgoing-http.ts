import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import { AddressPolicy } from './address-policy.js';
import { checkedLookup } from './checked-lookup.js';
import { Exchange, type OutgoingAnswer, type OutgoingStream } from './exchange.js';
import { DnsResolver, type NameResolver } from './name-resolver.js';
import { OutgoingError } from './outgoing-error.js';
import type { OutgoingRequest } from './outgoing-request.js';

export interface OutgoingHttpOptions {
  /** Default: only the public internet. */
  readonly policy?: AddressPolicy;
  readonly resolver?: NameResolver;
  /** Idle connections kept for each host. */
  readonly idleConnectionsPerHost?: number;
  /** Authorities for tests; default: those that Node knows. */
  readonly ca?: string | undefined;
}

interface Agents {
  readonly 'http:': http.Agent;
  readonly 'https:': https.Agent;
}

/** How long an idle connection is kept, in ms; shorter if its server says so. */
const idleMs = 15_000;

/**
 * HTTP to addresses that users name. The address is resolved, checked and connected to in one step. Redirects are
 * ordinary responses; time and size are bounded. Connections are reused: a kept one was checked when it was made.
 */
export class OutgoingHttp {
  readonly #policy: AddressPolicy;
  readonly #keeping: Agents;
  readonly #once: Agents;

  constructor(options: OutgoingHttpOptions = {}) {
    const { policy = new AddressPolicy(), resolver = new DnsResolver(), ca } = options;
    this.#policy = policy;
    const agent = { lookup: checkedLookup(resolver, policy) };
    const tls = ca === undefined ? {} : { ca };
    const keeping = {
      ...agent,
      keepAlive: true,
      maxFreeSockets: options.idleConnectionsPerHost ?? 16,
      timeout: idleMs,
    };
    this.#keeping = { 'http:': new http.Agent(keeping), 'https:': new https.Agent({ ...keeping, ...tls }) };
    this.#once = { 'http:': new http.Agent(agent), 'https:': new https.Agent({ ...agent, ...tls }) };
  }

  /** Whether requests may go to this address: to reject one from a user at once. */
  allows(address: string): boolean {
    return this.#policy.allows(address);
  }

  /** @throws OutgoingError without a response; TypeError for a URL that is neither http nor https. */
  async send(request: OutgoingRequest): Promise<OutgoingAnswer> {
    return this.#exchange(request, (exchange) => exchange.answer());
  }

  /**
   * The same, for a body that is read as it comes. The time limit and the most bytes are those of the whole.
   * @throws as `send`
   */
  async stream(request: OutgoingRequest): Promise<OutgoingStream> {
    return this.#exchange(request, (exchange) => exchange.stream());
  }

  async #exchange<Answer>(
    request: OutgoingRequest,
    take: (exchange: Exchange) => Promise<Answer>,
  ): Promise<Answer> {
    const { url } = request;
    if (!isServed(url.protocol)) throw new TypeError(`There are no requests to ${url.protocol}`);
    // A connection to an IP address makes no lookup.
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(literal) !== 0 && !this.#policy.allows(literal)) throw new OutgoingError('address_refused');
    const agents = request.takesOwnConnection ? this.#once : this.#keeping;
    const agent = agents[url.protocol];
    const startedAt = performance.now();
    const first = new Exchange(request, agent, startedAt);
    try {
      return await take(first);
    } catch (error) {
      if (!request.isRepeatable || !first.metClosingConnection) throw error;
      return take(new Exchange(request, agent, startedAt, first.wasSent));
    }
  }

  /** Ends kept connections; running requests go on to their end. */
  close(): void {
    this.#keeping['http:'].destroy();
    this.#keeping['https:'].destroy();
  }
}

function isServed(protocol: string): protocol is 'http:' | 'https:' {
  return protocol === 'http:' || protocol === 'https:';
}
