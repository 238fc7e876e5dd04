import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { countedAddress } from './counted-address.js';

export interface ConnectionBounds {
  readonly inAll: number;
  readonly perAddress: number;
  /** Addresses and ranges that are not bounded: those of proxies, which connect for many. */
  readonly unbounded: readonly string[];
}

/** The bound that a refused connection would have exceeded. */
export type ConnectionBound = 'process' | 'address';

/** What happens to connections beyond the bounds. */
export interface ConnectionEvents {
  readonly refused: (bound: ConnectionBound) => void;
  /** One without a request was closed for another client's. */
  readonly madeRoom: () => void;
  readonly isServing: (socket: Socket) => boolean;
}

/** In ms: who has the most is looked up so often at most. */
const betweenLooksMs = 100;

/**
 * Open connections, up to their bounds. An idle one costs a file descriptor, and no credential is needed for it. Once as
 * many are open as may be, a client with fewer gets the place of an idle one of the address with the most, so that a few
 * addresses can't keep out all others.
 */
export class OpenConnections {
  #inAll = 0;
  /** Those of an address, the oldest first; without those that are not bounded. */
  readonly #ofAddresses = new Map<string, Set<Socket>>();
  readonly #unbounded: BlockList;
  #largest: { readonly sockets: ReadonlySet<Socket> | undefined; readonly atMs: number } | undefined;

  constructor(
    private readonly bounds: ConnectionBounds,
    private readonly events: ConnectionEvents,
  ) {
    this.#unbounded = rangesOf(bounds.unbounded);
  }

  get count(): number {
    return this.#inAll;
  }

  /** Call it once for a server, before its other listeners. */
  watch(server: Server): void {
    server.prependListener('connection', (socket: Socket) => this.#open(socket));
  }

  #open(socket: Socket): void {
    const { remoteAddress = '' } = socket;
    const address = this.#isUnbounded(remoteAddress) ? undefined : countedAddress(remoteAddress);
    const sockets = address === undefined ? undefined : this.#ofAddresses.get(address);
    const bound = this.#boundOf(sockets?.size ?? 0);
    if (bound) {
      this.events.refused(bound);
      socket.destroy();
      return;
    }
    this.#inAll += 1;
    if (address !== undefined) this.#ofAddresses.set(address, (sockets ?? new Set()).add(socket));
    socket.once('close', () => this.#close(address, socket));
  }

  #boundOf(ofAddress: number): ConnectionBound | undefined {
    if (ofAddress >= this.bounds.perAddress) return 'address';
    return this.#inAll < this.bounds.inAll || this.#makesRoomFor(ofAddress) ? undefined : 'process';
  }

  #makesRoomFor(ofNewcomer: number): boolean {
    const sockets = this.#addressWithMost();
    if (!sockets || sockets.size <= ofNewcomer + 1) return false;
    for (const socket of sockets) {
      if (socket.destroyed || this.events.isServing(socket)) continue;
      this.events.madeRoom();
      socket.destroy();
      return true;
    }
    return false;
  }

  #addressWithMost(): ReadonlySet<Socket> | undefined {
    const nowMs = performance.now();
    if (this.#largest && nowMs - this.#largest.atMs < betweenLooksMs) return this.#largest.sockets;
    let sockets: ReadonlySet<Socket> | undefined;
    for (const some of this.#ofAddresses.values()) if (some.size > (sockets?.size ?? 0)) sockets = some;
    this.#largest = { sockets, atMs: nowMs };
    return sockets;
  }

  #isUnbounded(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#unbounded.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }

  #close(address: string | undefined, socket: Socket): void {
    this.#inAll -= 1;
    if (address === undefined) return;
    const sockets = this.#ofAddresses.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#ofAddresses.delete(address);
  }
}

function rangesOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/', 2);
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Files that are no connections of clients: the database's, the services', the logs'. */
const otherFiles = 500;

/** Most connections that the system lets this process open; undefined where it does not say. */
export function connectionsOfSystem(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files +(\d+)/m.exec(limits)?.[1];
    return soft === undefined ? undefined : Math.max(1, Number(soft) - otherFiles);
  } catch {
    return undefined;
  }
}
