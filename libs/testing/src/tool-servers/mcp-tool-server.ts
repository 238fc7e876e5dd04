import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Behaviours, type Behaviour } from './behaviours.js';
import { Clinic } from './clinic.js';
import { EffectsFile, type RecordedEffect } from './effects-file.js';
import { listen, takesBehaviours } from './serving.js';

export interface McpToolServerOptions {
  /** Where effects are counted (`EffectsFile`). */
  readonly effectsFile: string;
  /** Default: any that is free. */
  readonly port?: number;
  /** `sessions`: the revisions of 2025, with a session id. `stateless`: that of 2026-07-28, and 2025's without sessions. */
  readonly serves?: 'sessions' | 'stateless';
  /** Names of tools beside the usual ones. They read, and answer their name. */
  readonly furtherTools?: readonly string[];
  /** Answers a request instead. @returns whether it did */
  readonly intercept?: (incoming: http.IncomingMessage, response: http.ServerResponse) => boolean;
}

export interface McpToolServer {
  /** `http://127.0.0.1:40123/mcp`. */
  readonly url: string;
  /** Method, headers: of each HTTP request. */
  readonly requests: readonly { readonly method: string; readonly headers: http.IncomingHttpHeaders }[];
  effects(): readonly RecordedEffect[];
  /** By tool, such as `book_appointment`; `{}`: as usual. Over HTTP: `PUT /behaviours`. */
  behave(behaviours: Readonly<Record<string, Behaviour>>): void;
  /** As after a restart: the next request of a session gets 404. */
  forgetSessions(): void;
  stop(): Promise<void>;
}

/**
 * A real MCP server by the official SDK, over streamable HTTP: `find_openings`, which only reads, and `book_appointment`,
 * whose effects are counted in a file with the key in `_meta` (`idempotency-key`). A key that comes again changes nothing.
 */
export async function startMcpToolServer(options: McpToolServerOptions): Promise<McpToolServer> {
  const effects = new EffectsFile(options.effectsFile);
  const clinic = new Clinic();
  const requests: { method: string; headers: http.IncomingHttpHeaders }[] = [];
  const behaviours = new Behaviours();
  const underway = new AsyncLocalStorage<http.ServerResponse>();
  const { furtherTools = [] } = options;
  const create = () => createClinicServer({ clinic, effects, behaviours, underway, furtherTools });
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const stateless = toNodeHandler(createMcpHandler(create));
  const handle = async (incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    if (await takesBehaviours(behaviours, incoming, response)) return;
    if (options.serves === 'stateless') return stateless(incoming, response);
    const id = incoming.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (known) return known.handleRequest(incoming, response);
    if (id !== undefined) return void response.writeHead(404).end();
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void sessions.set(session, transport),
    });
    await create().connect(transport);
    return transport.handleRequest(incoming, response);
  };
  const server = http.createServer((incoming, response) => {
    requests.push({ method: incoming.method ?? '', headers: incoming.headers });
    if (options.intercept?.(incoming, response)) return;
    underway.run(response, () => handle(incoming, response)).catch(() => response.destroy());
  });
  const { port, stop } = await listen(server, options.port);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    effects: () => effects.all(),
    behave: (changed) => behaviours.set(changed),
    forgetSessions: () => sessions.clear(),
    stop,
  };
}

interface ClinicOfServer {
  readonly clinic: Clinic;
  readonly effects: EffectsFile;
  readonly behaviours: Behaviours;
  /** The HTTP request that a call came with. */
  readonly underway: AsyncLocalStorage<http.ServerResponse>;
  readonly furtherTools: readonly string[];
}

const day = z.string().describe('The day, such as 2026-11-23.');

function createClinicServer({
  clinic,
  effects,
  behaviours,
  underway,
  furtherTools,
}: ClinicOfServer): McpServer {
  const behaving = async (tool: string, work: () => CallToolResult): Promise<CallToolResult> => {
    const response = underway.getStore();
    const { delayMs, status, breaksOff } = behaviours.take(tool);
    if (delayMs !== undefined) await delay(delayMs);
    if (breaksOff === 'before') response?.destroy();
    if (breaksOff === 'before' || status !== undefined) return errorOf('As asked.');
    const result = work();
    if (breaksOff === 'after') response?.destroy();
    return result;
  };
  const server = new McpServer({ name: 'clinic', version: '1.0.0' });
  for (const name of furtherTools)
    server.registerTool(name, { annotations: { readOnlyHint: true } }, () => textOf({ name }));
  server.registerTool(
    'find_openings',
    {
      description: 'Times of a day that are free.',
      inputSchema: z.object({ day }),
      outputSchema: z.object({ openings: z.array(z.string()) }),
      annotations: { readOnlyHint: true },
    },
    ({ day }) =>
      behaving('find_openings', () => {
        const structuredContent = { openings: [...clinic.openings(day)] };
        return { ...textOf(structuredContent), structuredContent };
      }),
  );
  server.registerTool(
    'book_appointment',
    {
      description: 'Books an appointment.',
      inputSchema: z.object({ name: z.string().min(1), day, time: z.string().describe('Such as 09:00.') }),
    },
    (input, { mcpReq }) =>
      behaving('book_appointment', () => {
        const { name, day, time } = input;
        const sent = mcpReq._meta?.['idempotency-key'];
        const key = typeof sent === 'string' ? sent : null;
        if (!effects.isKnown(key) && !clinic.openings(day).includes(time))
          return errorOf(`${time} is not free.`);
        const asked = { key, what: 'book_appointment', input };
        return textOf(effects.once(asked, () => clinic.book(name, day, time)));
      }),
  );
  return server;
}

function textOf(value: unknown): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}

function errorOf(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
