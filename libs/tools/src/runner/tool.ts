import type { JsonObject } from '@svc/kernel';
import type { HttpTool } from '../http/http-tool.js';
import type { McpTool } from '../mcp/mcp-tool.js';

/** What every kind of tool says of itself. */
export interface ToolTraits {
  /** JSON Schema of the input. */
  readonly inputSchema: JsonObject;
  /** Whether a call changes something: then it must happen once. */
  readonly hasEffects: boolean;
  /** Of a call with all its retries, in ms. */
  readonly timeoutMs: number;
}

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
