import type { Authorization } from './authorization.js';
import type { ToolTraits } from './tool-traits.js';

/** A server of the Model Context Protocol over streamable HTTP. */
export interface McpServer {
  /** Who may share a session with this server: `<tenant>/<integration>`. Nobody else gets it. */
  readonly key: string;
  readonly url: string;
  /** With `{{NAME}}` for variables and secrets of the call. */
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization: Authorization | null;
}

/** One tool of such a server, as the server has described it. */
export interface McpTool extends ToolTraits {
  readonly kind: 'mcp';
  readonly server: McpServer;
  /** As the server calls it. */
  readonly name: string;
}
