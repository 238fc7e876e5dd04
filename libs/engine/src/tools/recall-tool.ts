import type { JsonValue } from '@svc/kernel';
import type { ToolDescriptor } from '../input/tool-descriptor.js';
import type { OfferedTool } from './offered-tool.js';
import { statusSpec } from './status-tool.js';

/**
 * The built-in tool of recall states: looks up what is remembered of the user. Whoever drives the turn answers its calls: the input is
 * `{ queries: string[] }`, the result a list of `[query, response]`, one for each query. No graph can name it.
 */
export const recallTool: ToolDescriptor = {
  toolId: 'recall_memories',
  versionConstraint: null,
  name: 'recall_memories',
  version: null,
  description: 'Looks up what is remembered of the user from earlier conversations.',
  inputSchema: {
    type: 'object',
    properties: { queries: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 10 } },
    required: ['queries'],
    additionalProperties: false,
  },
  hasEffects: false,
  timeoutMs: 3_000,
};

export const offeredRecall: OfferedTool = {
  spec: {
    ...statusSpec,
    toolId: recallTool.toolId,
    additionalInstruction: '',
    resultPersistence: 'accumulate',
  },
  descriptor: recallTool,
  purpose: 'support',
};

/** A query and what was found; empty where that is nothing. */
export type QueryAndResponse = readonly [query: string, response: string];

/** A result as pairs; what has another form is left out. */
export function queriesAndResponses(result: JsonValue): readonly QueryAndResponse[] {
  if (!Array.isArray(result)) return [];
  return (result as readonly JsonValue[]).flatMap((pair) => {
    if (!Array.isArray(pair)) return [];
    const [query, response] = pair as readonly JsonValue[];
    return typeof query === 'string' && typeof response === 'string' ? [[query, response] as const] : [];
  });
}
