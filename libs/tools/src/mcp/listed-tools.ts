import type { Tool as SdkTool } from '@modelcontextprotocol/client';
import { toStorableText, type JsonObject } from '@svc/kernel';
import { refusalOfInputSchema } from '../schema/input-schema.js';

export const maxListedTools = 256;
const maxDescription = 2_000;

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
}

/** Takes what can be used of a foreign list. */
export function usableTools(listed: readonly SdkTool[]): ToolList {
  const tools = new Map<string, ListedTool>();
  const leftOut: { name: string; reason: string }[] = [];
  for (const tool of listed) {
    const reason = tools.has(tool.name) ? 'The server lists this name twice.' : reasonAgainst(tool);
    if (reason !== undefined) leftOut.push({ name: toStorableText(tool.name).slice(0, 128), reason });
    else tools.set(tool.name, listedTool(tool));
  }
  return { tools: [...tools.values()], leftOut: leftOut.slice(0, maxListedTools) };
}

function reasonAgainst({ name, inputSchema }: SdkTool): string | undefined {
  if (!/^[A-Za-z0-9_.-]{1,128}$/.test(name))
    return 'The name is not one of letters, digits, _ - and . alone.';
  const refusal = refusalOfInputSchema(inputSchema as JsonObject);
  return refusal && `The input schema can't be used: ${refusal.at || 'it'} ${refusal.reason}`;
}

function listedTool({ name, description = '', inputSchema, annotations }: SdkTool): ListedTool {
  return {
    name,
    description: toStorableText(description).slice(0, maxDescription).toWellFormed(),
    inputSchema: inputSchema as JsonObject,
    hasEffects: annotations?.readOnlyHint !== true,
  };
}
