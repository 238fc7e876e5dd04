import type { CallToolResult, Client, Tool as SdkTool } from '@modelcontextprotocol/client';
import type { OutgoingHttp } from '@svc/outgoing-http';
import { checkedFetch } from './checked-fetch.js';
import { currentExchange, type McpExchange } from './mcp-exchange.js';

const clientInfo = { name: 'svc', version: '1.0.0' };
/** A connection to one server, after its handshake. Calls share it. */
export class McpSession {
  private constructor(private readonly client: Client) {}

  static async open(
    url: URL,
    { outgoing, maxAnswerBytes }: { readonly outgoing: OutgoingHttp; readonly maxAnswerBytes: number },
    exchange: McpExchange,
  ): Promise<McpSession> {
    // Loaded at the first use: most processes never call one.
    const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const client = new Client(clientInfo, {
      capabilities: {},
      versionNegotiation: { mode: 'auto' },
      inputRequired: { autoFulfill: false },
      // Output schemas of foreign servers are not compiled: what comes back is bounded text for a model.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
    });
    const transport = new StreamableHTTPClientTransport(url, {
      fetch: checkedFetch(outgoing, maxAnswerBytes),
      // A server could ask for as many as it likes, at once.
      reconnectionOptions: {
        initialReconnectionDelay: 1_000,
        maxReconnectionDelay: 1_000,
        reconnectionDelayGrowFactor: 1,
        maxRetries: 0,
      },
    });
    const session = new McpSession(client);
    await session.#run(exchange, (options) => client.connect(transport, options));
    return session;
  }

  /** One page of the server's tools, unchecked. */
  async listPage(
    cursor: string | undefined,
    exchange: McpExchange,
  ): Promise<{ tools: SdkTool[]; next?: string | undefined }> {
    const request = { method: 'tools/list' as const, params: cursor === undefined ? {} : { cursor } };
    const { tools, nextCursor } = await this.#run(exchange, (options) =>
      this.client.request(request, options),
    );
    return { tools, next: nextCursor };
  }

  /** Sends the call once. */
  async call(
    { name, inputSchema }: { readonly name: string; readonly inputSchema: object },
    input: Record<string, unknown>,
    exchange: McpExchange,
  ): Promise<CallToolResult> {
    const { effectKey } = exchange;
    const meta = effectKey !== null && { _meta: { 'idempotency-key': effectKey } };
    return this.#run(exchange, (options) =>
      // With the definition given, the SDK asks for no list, and never sends the call a second time.
      this.client.callTool(
        { name, arguments: input, ...meta },
        { ...options, toolDefinition: { name, inputSchema: { ...inputSchema, type: 'object' } } },
      ),
    );
  }

  /** Without waiting for the server. */
  close(): void {
    void this.client.close().catch(() => undefined);
  }

  #run<Result>(
    exchange: McpExchange,
    work: (options: { timeout: number; signal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = exchange;
    return currentExchange.run(exchange, () => work({ timeout: Math.ceil(exchange.remainingMs()), signal }));
  }
}
