/** Names of tools that every agent has, or may have on a call: a definition of that name would never be called. */
export const builtInToolNames: ReadonlySet<string> = new Set([
  'tool_status',
  'recall_memories',
  'request_operator',
  'forward_call',
]);
