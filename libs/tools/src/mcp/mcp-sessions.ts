import { createHash } from 'node:crypto';
import { canonicalJson } from '@svc/kernel';
import type { OutgoingHttp } from '@svc/outgoing-http';
import { LRUCache } from 'lru-cache';
import { CallTime, neverAborted, unlessAborted } from '../runner/call-time.js';
import { McpSession } from './mcp-session.js';
import type { McpExchange } from './mcp-exchange.js';
import type { McpServer } from '../tool/mcp-tool.js';

/** An unused session ends after this time: longer than any call. */
const idleMs = 15 * 60_000;
const maxSessions = 200;
/** Of a handshake. It belongs to all who wait for it, so no caller's time or signal ends it. */
const handshakeMs = 15_000;

/** A session, and whether it was there before. */
export interface LentSession {
  readonly session: McpSession;
  readonly isReused: boolean;
}

/** Sessions by server, kept while they are used. Whoever has other headers, secrets or another key has another session. */
export class McpSessions {
  readonly #sessions = new LRUCache<string, Promise<McpSession>>({
    max: maxSessions,
    ttl: idleMs,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: (opening) => void opening.then((session) => session.close()).catch(() => undefined),
  });

  constructor(
    private readonly options: { readonly outgoing: OutgoingHttp; readonly maxAnswerBytes: number },
  ) {}

  async get(server: McpServer, url: URL, exchange: McpExchange): Promise<LentSession> {
    const key = keyOf(server, exchange);
    const known = this.#sessions.get(key);
    if (known) return { session: await unlessAborted(known, exchange.signal), isReused: true };
    const opening = this.#open(url, exchange);
    this.#sessions.set(key, opening);
    opening.catch(() => this.#forget(key, opening));
    return { session: await unlessAborted(opening, exchange.signal), isReused: false };
  }

  /** The server no longer knows it, or it is broken. */
  async drop(server: McpServer, exchange: McpExchange, { session }: LentSession): Promise<void> {
    const key = keyOf(server, exchange);
    const known = this.#sessions.peek(key);
    if (known && (await known.catch(() => undefined)) === session) this.#forget(key, known);
  }

  close(): void {
    this.#sessions.clear();
  }

  async #open(url: URL, exchange: McpExchange): Promise<McpSession> {
    const time = new CallTime(handshakeMs, neverAborted);
    try {
      const handshake = { ...exchange, signal: time.signal, remainingMs: () => time.remainingMs() };
      return await McpSession.open(url, this.options, handshake);
    } finally {
      time.end();
    }
  }

  #forget(key: string, opening: Promise<McpSession>): void {
    if (this.#sessions.peek(key) === opening) this.#sessions.delete(key);
  }
}

function keyOf({ key, url, authorization }: McpServer, { headers }: McpExchange): string {
  return createHash('sha256').update(canonicalJson({ key, url, authorization, headers })).digest('base64');
}
