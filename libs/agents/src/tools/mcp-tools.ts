import type { McpIntegrationBody } from '@svc/definitions/platform';
import type { Authorization, ListedTool, McpServer, McpTool } from '@svc/tools';
import type { z } from 'zod';
import { authSecret } from './http-tools.js';

type McpIntegration = z.infer<typeof McpIntegrationBody>;

/** Of a call; the API has no setting for MCP tools. */
export const mcpTimeoutMs = 30_000;

/** @param key who may share a session with the server */
export function mcpServer(
  { mcp_url: url, mcp_headers: headers, auth }: McpIntegration,
  key: string,
  secrets: ReadonlyMap<string, string>,
): McpServer {
  const authorization = mcpAuthorization(auth, secrets.get(authSecret) ?? '');
  return { key, url, headers: headers ?? {}, authorization };
}

export function mcpTool(server: McpServer, { name, inputSchema, hasEffects }: ListedTool): McpTool {
  return { kind: 'mcp', server, name, inputSchema, hasEffects, timeoutMs: mcpTimeoutMs };
}

function mcpAuthorization(auth: McpIntegration['auth'], secret: string): Authorization | null {
  if (auth === null) return null;
  return auth.type === 'bearer_token'
    ? { type: 'static_header', headerName: 'authorization', secret: `Bearer ${secret}` }
    : { type: 'static_header', headerName: auth.header_name, secret };
}
