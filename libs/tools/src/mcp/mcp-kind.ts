import type { CallToolResult, Tool as SdkTool } from '@modelcontextprotocol/client';
import type { OutgoingHttp } from '@svc/outgoing-http';
import { LRUCache } from 'lru-cache';
import type { AccessTokens } from '../authorization/access-tokens.js';
import { Authorizer } from '../authorization/authorizer.js';
import { DefinitionError } from '../http/input-rejection.js';
import { requestHeaders } from '../http/request-headers.js';
import { serverUrl } from '../http/request-url.js';
import { CallTime, neverAborted, unlessAborted } from '../runner/call-time.js';
import { Redaction } from '../runner/redaction.js';
import type { CallValues } from '../runner/tool-call.js';
import type { CheckedCall, KindOutcome, ToolKind } from '../runner/tool-kind.js';
import { maxListBytes, maxListedTools, usableTools, type ToolList } from './listed-tools.js';
import type { McpExchange } from './mcp-exchange.js';
import { httpStatusOf, outcomeOfFailure, outcomeOfResult } from './mcp-outcome.js';
import type { McpSession } from './mcp-session.js';
import { McpSessions, type LentSession } from './mcp-sessions.js';
import type { McpServer, McpTool } from '../tool/mcp-tool.js';

const maxPages = 20;
/** Of all lists that are remembered. */
const maxListsBytes = 64 * maxListBytes;
/** Of a list with its handshake. It belongs to all who wait for it, and fits well into the deadline of their RPC. */
const listMs = 4_000;

export interface McpKindOptions {
  readonly outgoing: OutgoingHttp;
  readonly tokens: AccessTokens;
  /** Of each answer. */
  readonly maxAnswerBytes?: number;
  /** How long a list of tools is believed, and a failure to get one, in ms. */
  readonly listedForMs?: number;
  readonly failedForMs?: number;
}

/** No list of tools. The message is for who asked: no secret, no address. */
export class McpListError extends Error {
  override readonly name = 'McpListError';
}

/** Tools of MCP servers. */
export class McpKind implements ToolKind<McpTool> {
  readonly #sessions: McpSessions;
  readonly #lists: LRUCache<string, Promise<ToolList>>;

  constructor(private readonly options: McpKindOptions) {
    const { outgoing, maxAnswerBytes = 1_048_576, listedForMs = 60_000 } = options;
    this.#sessions = new McpSessions({ outgoing, maxAnswerBytes });
    this.#lists = new LRUCache({ max: 500, maxSize: maxListsBytes, ttl: listedForMs });
  }

  describeEffect({ name }: McpTool): string {
    return `call ${name}`;
  }

  async call(tool: McpTool, call: CheckedCall): Promise<KindOutcome> {
    let exchange: McpExchange | undefined;
    const begin = () => (exchange = this.#exchange(tool.server, call, call.effectKey));
    try {
      return outcomeOfResult(await this.#call(tool, call, begin), call);
    } catch (error) {
      if (error instanceof DefinitionError)
        return { type: 'failed', class: 'generic', reason: error.message };
      if (exchange === undefined) throw error;
      return outcomeOfFailure(tool, call, exchange, error);
    }
  }

  /**
   * The tools of a server, from memory while they are fresh. Callers with the same server wait for the same request.
   * @throws McpListError
   */
  async list(server: McpServer, values: CallValues, signal: AbortSignal): Promise<ToolList> {
    const key = JSON.stringify([server.key, server.url]);
    const known = this.#lists.get(key);
    if (known) return unlessAborted(known, signal);
    const list = this.#list(server, values);
    this.#lists.set(key, list, { size: maxListBytes });
    list.then(
      ({ bytes }) => this.#lists.set(key, list, { size: bytes }),
      // A server that is down does not slow each turn.
      () => this.#lists.set(key, list, { size: 1, ttl: this.options.failedForMs ?? 5_000 }),
    );
    return unlessAborted(list, signal);
  }

  /** Ends all sessions. */
  close(): void {
    this.#sessions.close();
  }

  async #call(tool: McpTool, { input }: CheckedCall, begin: () => McpExchange): Promise<CallToolResult> {
    const exchange = begin();
    const lent = await this.#session(tool.server, exchange);
    try {
      return await lent.session.call(tool, input, exchange);
    } catch (error) {
      if (!lent.isReused || httpStatusOf(error) !== 404) throw error;
      // A server that has forgotten a session answers 404 and does nothing: a new session is begun.
      await this.#sessions.drop(tool.server, exchange, lent);
      const again = begin();
      const fresh = await this.#session(tool.server, again);
      return fresh.session.call(tool, input, again);
    }
  }

  #session(server: McpServer, exchange: McpExchange): Promise<LentSession> {
    return this.#sessions.get(server, serverUrl(server.url), exchange);
  }

  async #list(server: McpServer, values: CallValues): Promise<ToolList> {
    const redaction = new Redaction(Object.values(values.secrets));
    const time = new CallTime(listMs, neverAborted);
    try {
      const call = { values, redaction, signal: time.signal, remainingMs: () => time.remainingMs() };
      const exchange = this.#exchange(server, call, null);
      const { session } = await this.#session(server, exchange);
      return usableTools(await pagesOf(session, exchange), redaction);
    } catch (error) {
      throw new McpListError(redaction.text(listFailure(error)), { cause: error });
    } finally {
      time.end();
    }
  }

  #exchange(server: McpServer, call: ExchangeCall, effectKey: string | null): McpExchange {
    const ended = new AbortController();
    return {
      authorizer: new Authorizer(server.authorization, this.options.tokens, call.redaction),
      headers: requestHeaders(server.headers, call.values),
      signal: AbortSignal.any([call.signal, ended.signal]),
      remainingMs: () => call.remainingMs(),
      effectKey,
      wasSent: false,
      broken: undefined,
      giveUp: () => ended.abort(),
    };
  }
}

async function pagesOf(session: McpSession, exchange: McpExchange): Promise<readonly SdkTool[]> {
  const listed: SdkTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && listed.length < maxListedTools; page += 1) {
    const { tools, next } = await session.listPage(cursor, exchange);
    listed.push(...tools);
    if (next === undefined || next === cursor) break;
    cursor = next;
  }
  return listed.slice(0, maxListedTools);
}

type ExchangeCall = Pick<CheckedCall, 'values' | 'redaction' | 'signal' | 'remainingMs'>;

function listFailure(error: unknown): string {
  const status = httpStatusOf(error);
  if (status !== undefined) return `The server answered ${status}.`;
  if (error instanceof DefinitionError) return error.message;
  return 'The server does not answer, or not in MCP.';
}
