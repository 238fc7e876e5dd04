import type { HttpTool } from './http-tool.js';
import type { McpTool } from './mcp-tool.js';
import type { ToolTraits } from './tool-traits.js';

/** A function of this process. */
export interface BuiltInTool extends ToolTraits {
  readonly kind: 'built-in';
  readonly name: string;
}

/**
 * A tool, ready to be called. It may hold secrets in its authorization, opened just for the call: it is never logged, stored
 * or shown.
 */
export type Tool = HttpTool | McpTool | BuiltInTool;
