import type { ToolCall, ToolOutcome } from '../input/tool-call.js';
import { resultText } from '../tools/persistence.js';
import { showAction } from './move.js';
import type { Turn } from './turn.js';

export function toldStart(turn: Turn, call: ToolCall): void {
  const started = {
    type: 'tool-call-started',
    tool_round_index: call.round,
    ...nameOf(call),
    input_params: call.input,
  } as const;
  showAction(turn, started);
  turn.waits.begun = started;
}

export function toldEnd(turn: Turn, call: ToolCall, outcome: ToolOutcome): void {
  showAction(turn, {
    type: 'tool-call-ended',
    tool_round_index: call.round,
    ...nameOf(call),
    input_parameters: call.input,
    result: outputOf(call, outcome),
    duration: outcome.durationMs / 1_000,
  });
}

export function nameOf({ toolId, version }: Pick<ToolCall, 'toolId' | 'version'>) {
  return { tool_id: toolId, tool_version: version ?? '' };
}

/** As text. An `ephemeral` result is told nowhere. */
export function outputOf({ handling }: ToolCall, { status, reason, result }: ToolOutcome): string {
  if (status !== 'ended') return reason ?? '';
  return handling.resultPersistence === 'ephemeral' ? '' : resultText(result);
}
