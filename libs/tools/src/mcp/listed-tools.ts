import type { Tool as SdkTool } from '@modelcontextprotocol/client';
import type { JsonObject } from '@svc/kernel';
import type { Redaction } from '../runner/redaction.js';
import { refusalOfInputSchema } from '../schema/input-schema.js';

export const maxListedTools = 256;
const maxDescription = 2_000;
/** Of the tools of one list, as JSON. */
export const maxListBytes = 1_048_576;

/** A tool as its server describes it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** What the server does not call read-only has effects. */
  readonly hasEffects: boolean;
}

export interface ToolList {
  readonly tools: readonly ListedTool[];
  /** Those that can't be called, and why. */
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  /** Of all of it, as JSON. */
  readonly bytes: number;
}

/** Takes what can be used of a foreign list. @param redaction of what the server may echo of its request */
export function usableTools(listed: readonly SdkTool[], redaction: Redaction): ToolList {
  const tools = new Map<string, ListedTool>();
  const leftOut: { name: string; reason: string }[] = [];
  let bytes = 0;
  for (const tool of listed) {
    const reason = tools.has(tool.name) ? 'The server lists this name twice.' : reasonAgainst(tool);
    const usable = reason === undefined ? listedTool(tool, redaction) : null;
    const size = usable === null ? 0 : bytesOf(usable);
    if (usable !== null && bytes + size <= maxListBytes) {
      bytes += size;
      tools.set(tool.name, usable);
    } else {
      const name = redaction.text(tool.name).slice(0, 128).toWellFormed();
      leftOut.push({ name, reason: reason ?? 'The list of the server is too long.' });
    }
  }
  const few = leftOut.slice(0, maxListedTools);
  return { tools: [...tools.values()], leftOut: few, bytes: bytes + bytesOf(few) };
}

function reasonAgainst({ name, inputSchema }: SdkTool): string | undefined {
  if (!/^[A-Za-z0-9_.-]{1,128}$/.test(name))
    return 'The name is not one of letters, digits, _ - and . alone.';
  const refusal = refusalOfInputSchema(inputSchema as JsonObject);
  return refusal && `The input schema can't be used: ${refusal.at || 'it'} ${refusal.reason}`;
}

function listedTool(
  { name, description = '', inputSchema, annotations }: SdkTool,
  redaction: Redaction,
): ListedTool {
  return {
    name,
    description: redaction.text(description).slice(0, maxDescription).toWellFormed(),
    inputSchema: redaction.json(inputSchema as JsonObject) as JsonObject,
    hasEffects: annotations?.readOnlyHint !== true,
  };
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
