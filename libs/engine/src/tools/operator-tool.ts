import type { ToolDescriptor } from '../input/tool-descriptor.js';

/**
 * The built-in tool by which a graph asks for a person to join: a state names it among its tools, or as a preload where entering
 * the state is reason enough. The engine answers it by itself.
 */
export const operatorTool: ToolDescriptor = {
  toolId: 'request_operator',
  versionConstraint: null,
  name: 'request_operator',
  version: null,
  description: 'Asks for a person of the staff to join this conversation.',
  inputSchema: {
    type: 'object',
    properties: { reason: { type: 'string', description: 'Why a person is needed, in one sentence.' } },
    required: ['reason'],
    additionalProperties: false,
  },
  hasEffects: false,
  timeoutMs: 0,
};

/** Of a reason, in UTF-16 code units. */
const maxReasonCharacters = 1_000;

export function reasonIn(input: { readonly [key: string]: unknown }): string {
  const { reason } = input;
  return typeof reason === 'string' ? reason.slice(0, maxReasonCharacters) : '';
}
