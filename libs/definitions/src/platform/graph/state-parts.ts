import { z } from 'zod';
import { listOf } from '../../schema/collections.js';
import { orNull } from '../../schema/presence.js';
import { text } from '../../schema/text.js';
import { ProgressHint } from './tool-call-spec.js';

/*
 * Bounds that the contract does not publish: the exits, actions and thoughts of a turn are in events of at most 64 KiB, and the
 * model is shown all members of a state's lists at once.
 */
export const maxMembers = 100;
export const stateName = text({ least: 1, most: 200 });
export const choiceText = text({ least: 1, most: 4_000 });
export const thoughtText = text({ least: 1, most: 16_000 });
export const guidelines = listOf(text({ most: 16_000 }), { most: maxMembers });

export const Action = z
  .object({ description: choiceText, filler_hint: orNull(text({ most: 4_000 })) })
  .meta({ id: 'ActionRequest' });

export const ExitCondition = z
  .object({ description: choiceText, next_state: stateName, filler_hint: orNull(text({ most: 4_000 })) })
  .meta({ id: 'ExitConditionRequest' });

export const Guardrail = z
  .object({
    name: text({ most: 128 }),
    description: text({ most: 1_000 }),
    enforcement: z.enum(['hard', 'soft']).default('hard'),
  })
  .meta({ id: 'GuardrailRequest' });

export const channels = ['voice', 'sms', 'whatsapp', 'email', 'web', 'imessage', 'scribe'] as const;

export const ChannelOverride = z
  .object({
    objective: orNull(text({ most: 16_000 })),
    action_guidelines: guidelines.default([]),
    progress: orNull(ProgressHint),
  })
  .meta({ id: 'ChannelOverrideRequest' });

/** Of voice; text ignores it. */
export const TurnPolicy = z
  .object({
    barge_in_enabled: z.boolean().default(true),
    safety_response: z.enum(['suspend_forward', 'stay_empathize', 'alert']).default('stay_empathize'),
    context_strategy: z.enum(['full', 'compact']).default('full'),
    degradation_threshold: z.int().min(-1).default(-1),
    block_forward_call: z.boolean().default(false),
    block_forward_call_after_turns: z.int().min(-1).default(-1),
    stt_eot_threshold: orNull(z.number()),
    stt_eager_eot_threshold: orNull(z.number()),
    stt_eot_timeout_ms: orNull(z.int()),
  })
  .meta({ id: 'TurnPolicyRequest' });

/** What a state waits for. */
export const waitFor = z.enum(['surface_submission', 'human_approval']);
