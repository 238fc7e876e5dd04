import type { ToolOutcome } from '@svc/contracts/agents';
import type { z } from 'zod';
import { failureTypes, type InvocationResult } from './tool-invocation-schemas.js';

/** @param outcome always present, though its type can't say so */
export function fromOutcome(outcome: ToolOutcome | undefined): z.output<typeof InvocationResult> {
  const { type = 'failed', resultJson, durationMs: duration_ms = 0 } = outcome ?? {};
  if (type === 'ended')
    return { succeeded: true, output: JSON.parse(resultJson || 'null') as unknown, duration_ms };
  const failure = type === 'failed' ? outcome?.failureClass : type;
  const exception_type = failureTypes.find((one) => one === failure) ?? 'generic';
  const blocked = `The call was not made in a simulation: ${outcome?.blockedEffects.join(', ') ?? ''}`;
  const exception_message = type === 'blocked' ? blocked : (outcome?.reason ?? '');
  return { succeeded: false, exception_message, exception_type, exception_stack_trace: [], duration_ms };
}
