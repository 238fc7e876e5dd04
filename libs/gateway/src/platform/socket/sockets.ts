import { DomainError } from '@svc/errors';
import type { Upgrade, UpgradeHandler } from '@svc/http';
import type { IdGenerator } from '@svc/kernel';
import {
  AttributeName,
  openSpan,
  runInRequest,
  type Counter,
  type Logger,
  type Metrics,
} from '@svc/telemetry';
import { WebSocketServer, type WebSocket } from 'ws';
import { sharersOf, type SharerBounds } from '../../access/sharers.js';
import type { AskedWorkspace, WorkspaceAuthenticator } from '../../access/workspace-authenticator.js';
import { callerKey } from '../../limits/caller-key.js';
import type { RateLimits } from '../../limits/rate-limits.js';
import type { WorkspaceConversationsClient } from '../../services.js';
import { present } from '../conversation/conversation-mapping.js';
import { closingOf, closingOfWish, closings } from './close-codes.js';
import { SocketCalls, type ConversationPort } from './conversation-port.js';
import { ConversationSocket, type Timers } from './conversation-socket.js';
import { OpenSockets, type SocketBounds } from './open-sockets.js';
import { allowsOrigin } from './origin.js';
import { sessionDialect } from './session-dialect.js';
import {
  readSocketPath,
  readSocketWish,
  socketRoutes,
  type SocketAddress,
  type SocketWish,
} from './socket-address.js';
import { socketLimits } from './socket-limits.js';
import { textStreamDialect } from './text-stream-dialect.js';
import { SocketWire } from './socket-wire.js';

export interface SocketsOptions {
  readonly workspaces: Pick<WorkspaceAuthenticator, 'admit'>;
  readonly limits: Pick<RateLimits, 'countUse' | 'countFailedAuthentication'>;
  readonly conversations: WorkspaceConversationsClient;
  readonly ids: Pick<IdGenerator, 'uuid'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly timers: Timers;
  readonly crossOrigins: readonly string[];
  readonly sharers: SharerBounds;
  readonly bounds?: SocketBounds | undefined;
}

/** A message of 10,000 characters, each escaped (`\ud83d\ude00`), and the JSON around it. */
const maxFrameBytes = 128 * 1_024;
/** Each piece keeps what came together with it in memory, up to 64 KB, until the message is whole. */
const maxFragments = 32;
/** Of the bytes of one frame, as they arrive. */
const maxBufferedChunks = 1_024;
/** For the client's answer to a close frame. */
const closeMs = 5_000;
const need = { of: 'path', permission: 'Conversation.turn' } as const;
const dialects = { 'text-stream': textStreamDialect, 'session-connect': sessionDialect } as const;

/** The WebSockets of conversations: takes connections off HTTP, and holds those that are open. */
export class Sockets implements UpgradeHandler {
  readonly #server: WebSocketServer;
  readonly #open: OpenSockets;
  readonly #wires = new Map<SocketWire, ConversationSocket | undefined>();
  readonly #closed: Counter;
  #isStopping = false;

  constructor(private readonly options: SocketsOptions) {
    this.#open = new OpenSockets(options.bounds);
    this.#server = new WebSocketServer({
      ...{ noServer: true, clientTracking: false, perMessageDeflate: false },
      ...{ maxPayload: maxFrameBytes, maxFragments, maxBufferedChunks, closeTimeout: closeMs },
      handleProtocols: (offered) => (offered.has('auth') ? 'auth' : false),
    });
    const { metrics } = options;
    this.#closed = metrics.counter({
      name: 'websockets_closed_total',
      description: 'WebSockets of conversations that have ended, by the code of their close.',
    });
    metrics.gauge({
      name: 'websockets_open',
      description: 'Open WebSockets of conversations.',
      observe: () => [{ value: this.#open.count }],
    });
  }

  isFor(path: string): boolean {
    return readSocketPath(path) !== undefined;
  }

  take(upgrade: Upgrade): void {
    const [path = '', query = ''] = splitOnce(upgrade.request.url ?? '');
    const address = readSocketPath(path);
    if (!address) return upgrade.refuse(new DomainError('not_found', 'There is nothing at this path.'));
    const { request, socket, head } = upgrade;
    const refuse = (): void =>
      upgrade.refuse(new DomainError('invalid_request', 'This is not a valid WebSocket handshake.'));
    this.#server.once('wsClientError', refuse);
    this.#server.once('headers', (headers) => void headers.push(`x-request-id: ${upgrade.requestId}`));
    // It answers at once, so the listeners are those of this request.
    this.#server.handleUpgrade(request, socket, head, (webSocket) =>
      this.#serve(upgrade, address, new URLSearchParams(query), webSocket),
    );
    this.#server.removeAllListeners('wsClientError').removeAllListeners('headers');
  }

  wake(workspaceId: string, conversationId: string): void {
    this.#open.wake(workspaceId, conversationId);
  }

  /** Each closes when the turn that it waits for is answered, and all after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    for (const [wire, socket] of this.#wires) {
      if (socket) socket.drain();
      else wire.close(closings.goingAway);
    }
    const all = Promise.all([...this.#wires.keys()].map((wire) => wire.closed));
    const late = this.options.timers.after(Math.max(0, graceMs - leaveMs), () => {
      for (const [wire, socket] of this.#wires) {
        if (socket) socket.stopNow();
        wire.terminateSoon();
      }
    });
    await all;
    late();
  }

  #serve(upgrade: Upgrade, address: SocketAddress, query: URLSearchParams, webSocket: WebSocket): void {
    const route = socketRoutes[address.kind];
    const span = openSpan(`GET ${route}`, {
      kind: 'server',
      traceparent: headerOf(upgrade, 'traceparent'),
      attributes: { [AttributeName.httpMethod]: 'GET', [AttributeName.httpRoute]: route },
    });
    const current = { requestId: upgrade.requestId, traceparent: span.traceparent };
    const enter = (work: () => void): void => runInRequest(current, () => span.run(work));
    const wire = new SocketWire(webSocket, this.options.timers);
    this.#wires.set(wire, undefined);
    const startedAtMs = this.options.timers.now();
    void wire.closed.then((code) =>
      enter(() => {
        this.#wires.delete(wire);
        this.#closed.add(1, { route, code: String(code) });
        this.options.logger.info('socket served', {
          [AttributeName.httpRoute]: route,
          code,
          duration_ms: this.options.timers.now() - startedAtMs,
        });
        span.end();
      }),
    );
    enter(
      () =>
        void this.#admit(upgrade, address, query, wire).catch((failure: unknown) =>
          this.#fail(wire, failure),
        ),
    );
  }

  async #admit(
    upgrade: Upgrade,
    address: SocketAddress,
    query: URLSearchParams,
    wire: SocketWire,
  ): Promise<void> {
    const { kind } = address;
    const { crossOrigins, ids, logger, timers } = this.options;
    if (!allowsOrigin(upgrade.request.headers, crossOrigins))
      return wire.close(closingOfWish(kind, 'origin', 'pages of this origin may not use it'));
    const wish = readSocketWish(address, query, headerOf(upgrade, 'sec-websocket-protocol'));
    if ('refused' in wish) return wire.close(closingOfWish(kind, wish.refused, wish.why));
    const asked = askedBy(wish);
    try {
      await this.#authenticate(upgrade, address, asked);
    } catch (failure) {
      return wire.close(closingOf(kind, failure, 'open'));
    }
    if (this.#isStopping) wire.close(closings.goingAway);
    if (wire.isClosed) return;
    // Not before: nobody without a credential takes a place, nor one that is only being closed.
    let socket: ConversationSocket | undefined = undefined;
    const place = this.#open.enter(() => present(socket));
    if (!place) return wire.close(closings.tooMany);
    void wire.closed.then(() => place.leave());
    if (!place.admit(wish.workspaceId)) return wire.close(closings.tooMany);
    socket = new ConversationSocket({
      dialect: dialects[kind],
      wire,
      port: this.#portOf(upgrade, wish, asked, kind),
      sessionId: ids.uuid(),
      withTools: wish.toolEvents,
      isResumed: wish.conversationId !== undefined,
      claim: (conversationId) => place.claim(conversationId),
      ...{ logger, timers },
    });
    this.#wires.set(wire, socket);
    const opened = socket;
    wire.listen({
      heard: (bytes, isBinary) => opened.hear(bytes, isBinary),
      left: () => opened.left(),
    });
    await opened.open();
  }

  /** As requests are: who it is, whether they may, and how often. */
  async #authenticate(upgrade: Upgrade, { kind }: SocketAddress, asked: AskedWorkspace): Promise<void> {
    const { workspaces, limits } = this.options;
    const opening = socketLimits[kind].opening;
    const known = upgrade.wait();
    try {
      await workspaces.admit(asked, need);
    } catch (rejection) {
      if (callerKey(asked) !== undefined) await limits.countUse(opening, asked);
      else if (rejection instanceof DomainError && rejection.row.httpStatus < 500)
        await limits.countFailedAuthentication({ ip: upgrade.ip, raw: upgrade.request });
      throw rejection;
    } finally {
      known();
    }
    await limits.countUse(opening, asked);
  }

  #portOf(
    upgrade: Upgrade,
    wish: SocketWish,
    asked: AskedWorkspace,
    kind: SocketAddress['kind'],
  ): ConversationPort {
    const { workspaces, limits, conversations, sharers } = this.options;
    const calls = new SocketCalls(conversations, kind, wish, () => present(asked.workspaceCaller));
    return {
      open: () => calls.open(),
      turn: (turn) => calls.turn(turn),
      collect: (conversationId, signal) => calls.collect(conversationId, signal),
      discard: (conversationId) => calls.discard(conversationId),
      admit: () => workspaces.admit(asked, need),
      countMessage: () => limits.countUse(socketLimits[kind].message, asked),
      enter: () => {
        const counted = sharersOf(asked, sharers);
        upgrade.inFlight.enter(counted);
        return () => upgrade.inFlight.leave(counted);
      },
    };
  }

  #fail(wire: SocketWire, failure: unknown): void {
    this.options.logger.error('a socket failed', { error: failure });
    wire.close(closings.internal);
  }
}

/** Before the grace is over: for the close frames. */
const leaveMs = 1_000;

function askedBy({ workspaceId, token }: SocketWish): AskedWorkspace {
  return { headers: { authorization: `Bearer ${token}` }, params: { workspace_id: workspaceId } };
}

function headerOf({ request: { headers } }: Upgrade, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

function splitOnce(url: string): readonly [string, string] {
  const at = url.indexOf('?');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}
