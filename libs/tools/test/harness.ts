import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { AddressPolicy, OutgoingHttp, parseAddressRange, type NameResolver } from '@svc/outgoing-http';
import { createLogger } from '@svc/telemetry';
import {
  AccessTokens,
  BuiltInKind,
  HttpKind,
  McpKind,
  ToolRunner,
  type BuiltInFunction,
  type HttpKindOptions,
  type HttpTool,
  type ToolCall,
} from '../src/index.js';

export interface HarnessOptions extends Partial<HttpKindOptions> {
  /** Addresses beside the public internet. Default: loopback. */
  readonly allowed?: readonly string[];
  readonly resolver?: NameResolver;
  readonly builtIn?: ReadonlyMap<string, BuiltInFunction>;
  readonly now?: () => number;
}

const stops: (() => unknown)[] = [];
export const atEnd = (stop: () => unknown): void => void stops.push(stop);
export async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

/** A runner on real HTTP. */
export function createRunner(options: HarnessOptions = {}) {
  const { allowed = ['127.0.0.1'], resolver, builtIn, now, ...http } = options;
  const ranges = allowed.map((text) => parseAddressRange(text)).filter((range) => range !== undefined);
  const policy = new AddressPolicy({ allowed: ranges });
  const outgoing = new OutgoingHttp({ policy, ...(resolver && { resolver }) });
  atEnd(() => outgoing.close());
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', level: 'debug', write: (line) => lines.push(line) });
  const tokens = new AccessTokens(outgoing, now);
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  const mcp = new McpKind({
    outgoing,
    tokens,
    maxAnswerBytes: options.maxAnswerBytes ?? 1_048_576,
    failedForMs: 0,
  });
  atEnd(() => mcp.close());
  const kinds = {
    http: new HttpKind({ outgoing, tokens, wait, random: () => 0, ...http }),
    mcp,
    'built-in': new BuiltInKind(builtIn),
  };
  const runner = new ToolRunner({ kinds, logger });
  return { runner, mcp, outgoing, tokens, lines, waits };
}

export function httpTool(baseUrl: string, tool: Partial<HttpTool> = {}): HttpTool {
  return {
    kind: 'http',
    inputSchema: { type: 'object' },
    hasEffects: (tool.method ?? 'POST') !== 'GET',
    timeoutMs: 5_000,
    baseUrl,
    method: 'POST',
    path: 'appointments',
    headers: {},
    staticBodyFields: {},
    bodyFormat: 'json',
    responseTemplate: null,
    maxResponseLength: 0,
    maxRetries: 2,
    retryOnStatus: [],
    authorization: null,
    ...tool,
  };
}

export function toolCall(call: Partial<ToolCall> = {}): ToolCall {
  return {
    input: {},
    effectKey: 'conversation/interaction/1',
    timeoutMs: 60_000,
    maxResultCharacters: 100_000,
    values: { variables: {}, secrets: {} },
    isDryRun: false,
    ...call,
  };
}

/** As no caller gives up. */
export const never = new AbortController().signal;

export interface ScriptedServer {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly headers: http.IncomingHttpHeaders;
    readonly body: string;
  }[];
}

/** An HTTP server that does what a test says. */
export async function startServer(
  answer: (response: http.ServerResponse, request: ScriptedServer['requests'][number], nth: number) => void,
): Promise<ScriptedServer> {
  const requests: ScriptedServer['requests'][number][] = [];
  const server = http.createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (piece: Buffer) => (body += piece.toString()));
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming;
      const request = { method, path, headers, body };
      requests.push(request);
      answer(response, request, requests.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, requests };
}

/** A port where nobody listens. */
export async function closedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
