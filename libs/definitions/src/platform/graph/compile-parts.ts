import {
  channelKinds,
  type ChannelOverrides,
  type ProgressHint,
  type ToolSpec,
  type WaitFor,
} from '@svc/engine';
import type { z } from 'zod';
import type { ChannelOverride, channels, waitFor } from './state-parts.js';
import type * as spec from './tool-call-spec.js';

/** The engine's forms of what states of the Platform have in common. */

export function compiledTool(tool: z.output<typeof spec.ToolCallSpec>): ToolSpec {
  const seconds = tool.audio_filler_triggered_after;
  return {
    toolId: tool.tool_id,
    versionConstraint: null,
    additionalInstruction: tool.additional_instruction,
    navigateOnCompletion: tool.navigate_on_completion,
    resultPersistence: tool.result_persistence,
    delivery: tool.delivery,
    failureDelivery: tool.failure_delivery,
    failureDeliveryByClass: tool.failure_delivery_by_class,
    execution: tool.execution,
    lifecycle: tool.lifecycle,
    contextBindings: tool.context_bindings,
    progress: compiledProgress(tool.progress),
    audioFillers: tool.audio_fillers ?? [],
    audioFillerAfterMs: seconds === null ? null : Math.max(0, seconds * 1_000),
  };
}

export function compiledOverrides(
  overrides: Partial<Record<(typeof channels)[number], z.output<typeof ChannelOverride>>>,
): ChannelOverrides {
  return Object.fromEntries(
    channelKinds.flatMap((channel) => {
      const override = overrides[channel];
      if (override === undefined) return [];
      const { objective, action_guidelines: actionGuidelines, progress } = override;
      return [[channel, { objective, actionGuidelines, progress: compiledProgress(progress) }]];
    }),
  );
}

export function waitForOf(wanted: z.output<typeof waitFor> | null): WaitFor | null {
  switch (wanted) {
    case 'human_approval':
      return 'human-approval';
    case 'surface_submission':
      return 'surface-submission';
    case null:
      return null;
  }
}

function compiledProgress(hint: z.output<typeof spec.ProgressHint> | null): ProgressHint | null {
  if (hint === null) return null;
  return {
    isDeterministic: hint.deterministic,
    phrases: hint.phrases,
    triggerDelayMs: hint.trigger_delay_ms,
    intervalMs: hint.interval_ms,
    mode: hint.mode,
    progressClass: hint.progress_class === null ? null : progressClasses[hint.progress_class],
    expectedLatencyMs: hint.expected_latency_ms,
    customPhrase: hint.custom_phrase,
  };
}

const progressClasses = {
  lookup: 'lookup',
  write: 'write',
  external_call: 'external-call',
  compute: 'compute',
  multi_step: 'multi-step',
} as const;
