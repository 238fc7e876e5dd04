import { lostCall } from '../error-metadata.js';
import type { ServedMethod } from '../served-method.js';
import type { DirectCall } from './direct-call.js';

/** The servers of this process that its other parts can call, by address. */
const servers = new Map<string, DirectServer>();

/** Undefined if no server of this process listens there. */
export const directServerAt = (address: string): DirectServer | undefined => servers.get(address);

/** A server as the rest of its process sees it. */
export class DirectServer {
  readonly #methods: ReadonlyMap<string, ServedMethod>;
  /** Running calls. */
  readonly calls = new Set<DirectCall>();

  private constructor(
    private readonly address: string,
    methods: readonly ServedMethod[],
  ) {
    this.#methods = new Map(methods.map((served) => [served.method.path, served]));
  }

  static open(address: string, methods: readonly ServedMethod[]): DirectServer {
    const server = new DirectServer(address, methods);
    servers.set(address, server);
    return server;
  }

  find(path: string): ServedMethod | undefined {
    return this.#methods.get(path);
  }

  /** Takes no further calls. The next server may already have the address. */
  close(): void {
    if (servers.get(this.address) === this) servers.delete(this.address);
  }

  /** Ends the remaining calls on both sides. */
  cutOff(): void {
    const reason = new Error('The server has ended its calls');
    for (const call of this.calls) call.lose(lostCall(reason));
  }
}
