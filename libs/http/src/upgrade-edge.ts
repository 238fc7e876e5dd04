import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import proxyAddress from '@fastify/proxy-addr';
import type { DomainError } from '@svc/errors';
import { writeRefusal } from './connection-errors.js';
import { toEdgeError } from './edge-error.js';
import { draining } from './edge-hooks.js';
import type { Pipelines } from './pipelines.js';
import { checkRequestHead } from './request-head.js';
import { acceptRequestId, requestIdHeader } from './request-id.js';
import type { RequestCounts } from './request-place.js';
import type { RequestsInFlight, Sharer } from './requests-in-flight.js';
import { checkUrlText } from './url-text.js';

/** A connection whose client asks for WebSocket frames in place of HTTP. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What has come behind the request already. */
  readonly head: Buffer;
  readonly requestId: string;
  /** The client's address, or the one that a trusted proxy names. */
  readonly ip: string;
  /** Work of the connection counts as requests do. */
  readonly inFlight: Pick<RequestsInFlight, 'enter' | 'leave'>;
  /** Whose it is is not known yet: it counts for its client. @returns ends that. @throws DomainError if too many wait so. */
  wait(): () => void;
  /** Answers by HTTP, and closes the connection. */
  refuse(error: DomainError): void;
}

export interface UpgradeHandler {
  /** @param path without the query. Other paths are served by the routes, as if there was no upgrade. */
  isFor(path: string): boolean;
  /** The connection is the handler's from here on. It must not throw. */
  take(upgrade: Upgrade): void;
}

export interface UpgradeEdgeOptions {
  readonly handler: UpgradeHandler;
  readonly isDraining: () => boolean;
  readonly counts: Pick<RequestCounts, 'admitting' | 'inFlight'>;
  readonly clientOf: (request: { readonly ip: string }) => Sharer;
  readonly trustedProxies: readonly string[];
  readonly newRequestId: () => string;
}

/** The checks of the edge on requests that leave HTTP. */
export class UpgradeEdge {
  readonly #trusts: (address: string, hop: number) => boolean;

  constructor(private readonly options: UpgradeEdgeOptions) {
    const { trustedProxies } = options;
    this.#trusts = trustedProxies.length > 0 ? proxyAddress.compile([...trustedProxies]) : () => false;
  }

  isFor({ method, url, headers }: IncomingMessage): boolean {
    return (
      method === 'GET' &&
      headers.upgrade?.toLowerCase() === 'websocket' &&
      this.options.handler.isFor((url ?? '').split('?', 1)[0] ?? '')
    );
  }

  /** Call it once for a server, before it listens. */
  watch(server: Server, pipelines: Pipelines): void {
    server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
      const socket = duplex as Socket;
      // Nothing may follow requests that are not answered yet.
      if (pipelines.isServing(socket)) return void socket.destroy();
      pipelines.leave(socket);
      socket.pause();
      // The bytes behind `head` are unread again when this event is over.
      queueMicrotask(() => {
        // It flows in a later turn: whoever takes it may pause it before.
        socket.resume();
        this.#take(request, socket, head);
      });
    });
  }

  #take(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const { handler, isDraining, counts, clientOf, newRequestId } = this.options;
    const requestId = acceptRequestId(request.headers[requestIdHeader], newRequestId);
    const refuse = (error: DomainError): void => {
      const { httpStatus } = error.row;
      writeRefusal(socket, { status: `${httpStatus} ${STATUS_CODES[httpStatus] ?? ''}`, error, requestId });
    };
    // Of one that has left: there is nobody to tell.
    socket.on('error', () => socket.destroy());
    try {
      if (isDraining()) throw draining();
      checkRequestHead({ raw: request, headers: request.headers });
      checkUrlText(request.url ?? '');
    } catch (error) {
      return refuse(toEdgeError(error));
    }
    const ip = proxyAddress(request, this.#trusts);
    const { admitting, inFlight } = counts;
    const wait = () => {
      const client = [clientOf({ ip })];
      admitting.enter(client);
      return () => admitting.leave(client);
    };
    handler.take({ request, socket, head, requestId, ip, inFlight, wait, refuse });
  }
}
