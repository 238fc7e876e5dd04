import type { JsonObject } from '@svc/kernel';
import type { ToolSpec } from '../graph/tool-spec.js';
import type { KnownToolCall } from '../input/tool-call.js';
import type { ToolDescriptor } from '../input/tool-descriptor.js';

/** The built-in tool that tells of each call of the conversation: the engine answers it by itself. */
export const statusTool: ToolDescriptor = {
  toolId: 'tool_status',
  versionConstraint: null,
  name: 'tool_status',
  version: null,
  description:
    'Tells of each call of a tool in this conversation: its name, its state, and how long ago it began.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  hasEffects: false,
  timeoutMs: 0,
};

export const statusSpec: ToolSpec = {
  toolId: statusTool.toolId,
  versionConstraint: null,
  additionalInstruction: 'Use it when the user asks what became of something that was begun.',
  navigateOnCompletion: false,
  resultPersistence: 'override',
  delivery: 'queue',
  failureDelivery: null,
  failureDeliveryByClass: null,
  execution: 'blocking',
  lifecycle: 'independent',
  contextBindings: [],
  progress: null,
  audioFillers: [],
  audioFillerAfterMs: null,
};

/** Whether there is anything to ask about: a call that runs, has failed or is unknown. */
export function isStatusOffered(calls: readonly KnownToolCall[]): boolean {
  return calls.some(({ outcome }) => outcome === null || outcome.status !== 'ended');
}

/** The result of the tool. @param nowMs milliseconds since the Unix epoch */
export function statusOf(calls: readonly KnownToolCall[], nowMs: number): readonly JsonObject[] {
  return calls
    .filter(({ toolId }) => toolId !== statusTool.toolId)
    .map(({ name, outcome, startedAtMs }) => ({
      tool: name,
      state: outcome?.status ?? 'running',
      ...(outcome === null || outcome.failure === null ? {} : { failure: outcome.failure }),
      begun_seconds_ago: Math.max(0, Math.round((nowMs - startedAtMs) / 1_000)),
    }));
}
