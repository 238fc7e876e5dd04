import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Clinic } from './clinic.js';
import { EffectsFile, type RecordedEffect } from './effects-file.js';

export interface McpToolServerOptions {
  /** Where effects are counted (`EffectsFile`). */
  readonly effectsFile: string;
  /** Default: any that is free. */
  readonly port?: number;
  /** `sessions`: the revisions of 2025, with a session id. `stateless`: that of 2026-07-28, and 2025's without sessions. */
  readonly serves?: 'sessions' | 'stateless';
  /** Answers a request instead. @returns whether it did */
  readonly intercept?: (incoming: http.IncomingMessage, response: http.ServerResponse) => boolean;
}

export interface McpToolServer {
  /** `http://127.0.0.1:40123/mcp`. */
  readonly url: string;
  /** Method, headers: of each HTTP request. */
  readonly requests: readonly { readonly method: string; readonly headers: http.IncomingHttpHeaders }[];
  effects(): readonly RecordedEffect[];
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
  const create = () => createClinicServer(clinic, effects);
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const stateless = toNodeHandler(createMcpHandler(create));
  const handle = async (incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
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
    handle(incoming, response).catch(() => response.destroy());
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    requests,
    effects: () => effects.all(),
    forgetSessions: () => sessions.clear(),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const day = z.string().describe('The day, such as 2026-11-23.');

function createClinicServer(clinic: Clinic, effects: EffectsFile): McpServer {
  const server = new McpServer({ name: 'clinic', version: '1.0.0' });
  server.registerTool(
    'find_openings',
    {
      description: 'Times of a day that are free.',
      inputSchema: z.object({ day }),
      outputSchema: z.object({ openings: z.array(z.string()) }),
      annotations: { readOnlyHint: true },
    },
    ({ day }) => {
      const structuredContent = { openings: [...clinic.openings(day)] };
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    },
  );
  server.registerTool(
    'book_appointment',
    {
      description: 'Books an appointment.',
      inputSchema: z.object({ name: z.string().min(1), day, time: z.string().describe('Such as 09:00.') }),
    },
    ({ name, day, time }, { mcpReq }) => {
      if (!clinic.openings(day).includes(time))
        return { content: [{ type: 'text', text: `${time} is not free.` }], isError: true };
      const key = mcpReq._meta?.['idempotency-key'];
      const book = () => clinic.book(name, day, time);
      const booked = effects.once(typeof key === 'string' ? key : null, 'book_appointment', book);
      return { content: [{ type: 'text', text: JSON.stringify(booked) }] };
    },
  );
  return server;
}
