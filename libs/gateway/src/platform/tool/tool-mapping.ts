import type { DescribedTool, ToolOutcome } from '@svc/contracts/agents';
import { shown } from '../../wire/shown.js';
import type { UsesOfTool } from './running-version.js';
import { EndpointResult, ResolvedTool } from './tool-schemas.js';

/** All tools that there are yet are of integrations. */
export const toolTier = 'integration';

export function fromTool(tool: DescribedTool, uses: UsesOfTool = new Map()) {
  const instructions = [...uses].filter(([, instruction]) => instruction !== '');
  return shown(ResolvedTool, {
    tool_name: tool.toolId,
    tool_type: 'integration',
    description: tool.description,
    input_schema: JSON.parse(tool.inputSchemaJson) as Record<string, unknown>,
    states: [...uses.keys()],
    tier: toolTier,
    is_write: tool.hasEffects,
    additional_instructions: Object.fromEntries(instructions),
  });
}

/** Null: nothing came back. @param outcome always present, though its type can't say so */
export function resultOf(outcome: ToolOutcome | undefined): unknown {
  return outcome?.resultJson ? (JSON.parse(outcome.resultJson) as unknown) : null;
}

/** Why a call has no result; null if it has one, or was not made on purpose. */
export function errorOf(outcome: ToolOutcome | undefined): string | null {
  return outcome?.type === 'failed' || outcome?.type === 'unknown' ? outcome.reason : null;
}

export function fromEndpointOutcome(outcome: ToolOutcome | undefined) {
  const result = resultOf(outcome);
  return shown(EndpointResult, {
    status_code: outcome?.status ?? null,
    duration_ms: outcome?.durationMs ?? 0,
    retries: outcome?.retries ?? 0,
    raw_response: outcome?.rawJson ? (JSON.parse(outcome.rawJson) as unknown) : null,
    rendered: outcome?.rendered ?? null,
    final_result: result === null ? null : typeof result === 'string' ? result : JSON.stringify(result),
    error: errorOf(outcome),
  });
}
