import { createHash } from 'node:crypto';

const maxCharacters = 64;
const digestCharacters = 8;

/**
 * The name by which a model calls a tool: models accept letters, digits, `_` and `-`, at most 64. Another id gets a name
 * with part of its hash, so that two ids have two names.
 */
export function modelToolName(toolId: string): string {
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(toolId)) return toolId;
  const digest = createHash('sha256').update(toolId).digest('hex').slice(0, digestCharacters);
  const legal = toolId.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, maxCharacters - digestCharacters - 1);
  return `${legal}-${digest}`;
}

const separator = '__';

/** The id of an endpoint of an integration, or of a tool of an MCP server. */
export function integrationToolId(integration: string, tool: string): string {
  return integration + separator + tool;
}

/** Names may hold `__` themselves, so an id can be read in several ways. Empty: it is none of an integration. */
export function readIntegrationToolId(toolId: string): readonly { integration: string; tool: string }[] {
  const ways: { integration: string; tool: string }[] = [];
  for (let at = toolId.indexOf(separator); at !== -1; at = toolId.indexOf(separator, at + 1)) {
    const way = { integration: toolId.slice(0, at), tool: toolId.slice(at + separator.length) };
    if (way.integration !== '' && way.tool !== '') ways.push(way);
  }
  return ways;
}
