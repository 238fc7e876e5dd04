import { z } from 'zod';
import { listOf, objectOfAtMost } from '../../schema/collections.js';
import { orNull } from '../../schema/presence.js';
import { text } from '../../schema/text.js';

/** What is said or shown while something takes time. No other keys. */
export const ProgressHint = z
  .strictObject({
    /** Phrases verbatim and in order, not as hints. */
    deterministic: z.boolean().default(false),
    phrases: orNull(
      listOf(text({ most: 4_000 }), { most: 10 })
        .refine((phrases) => phrases.length > 0, 'must hold at least 1 item')
        .meta({ minItems: 1, maxItems: 10 }),
    ),
    trigger_delay_ms: orNull(z.int().min(0).max(30_000)),
    interval_ms: orNull(z.int().min(100).max(30_000)),
    mode: z.enum(['auto', 'silent', 'backchannel', 'verbal']).default('auto'),
    progress_class: orNull(z.enum(['lookup', 'write', 'external_call', 'compute', 'multi_step'])),
    expected_latency_ms: orNull(z.int().min(0).max(60_000)),
    /** Older form of `phrases`. */
    custom_phrase: orNull(text({ most: 500 })),
  })
  .meta({ id: 'ProgressHintRequest' });

const delivery = z.enum(['interrupt', 'queue']);
const failureClass = z.enum(['timeout', 'input_rejected', 'rounds_exhausted', 'generic']);
const toolId = text({ least: 1, most: 256 });

export const ToolCallSpec = z
  .object({
    tool_id: toolId,
    additional_instruction: text({ most: 4_000 }).default(''),
    navigate_on_completion: z.boolean().default(false),
    progress: orNull(ProgressHint),
    result_persistence: z.enum(['accumulate', 'override', 'ephemeral']).default('accumulate'),
    delivery: delivery.default('interrupt'),
    failure_delivery: orNull(delivery),
    failure_delivery_by_class: orNull(z.partialRecord(failureClass, delivery)),
    execution: z.enum(['blocking', 'background']).default('blocking'),
    lifecycle: z.enum(['coupled', 'independent']).default('independent'),
    context_bindings: listOf(text({ least: 1, most: 256 }), { most: 50 }).default([]),
    audio_fillers: orNull(listOf(text({ most: 4_000 }), { most: 100 })),
    audio_filler_triggered_after: orNull(z.number()),
  })
  .meta({ id: 'ToolCallSpecRequest' });

export const PreloadSpec = z
  .object({ tool_id: toolId, params: objectOfAtMost(20).default({}) })
  .meta({ id: 'PreloadSpecRequest' });
