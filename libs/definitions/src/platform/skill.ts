import { z } from 'zod';
import { anyObject, listOf } from '../schema/collections.js';
import { orNull } from '../schema/presence.js';
import { nameText, patterned, text } from '../schema/text.js';

/** What graphs call a skill. */
export const skillSlug = patterned(
  /^[a-z0-9][a-z0-9_-]*[a-z0-9]$/,
  'must be lower-case letters, digits, hyphens and underscores, with a letter or digit at either end',
  { least: 2, most: 63 },
);

export const IntegrationToolRef = z
  .object({ integration: text({ least: 1, most: 128 }), endpoint: text({ least: 1, most: 128 }) })
  .meta({ id: 'IntegrationToolRefRequest' });

export const StaticToolDef = z
  .object({
    name: text({ least: 1, most: 256 }),
    description: text({ most: 2_000 }),
    input_schema: anyObject,
    handler: orNull(text({ most: 256 })),
  })
  .meta({ id: 'StaticToolDefRequest' });

/** A skill, beside its slug. `model` names the contract's own default. */
export const SkillBody = z.object({
  name: nameText,
  description: text({ most: 2_000 }),
  system_prompt: orNull(text({ most: 10_000 })),
  input_schema: anyObject,
  result_schema: orNull(anyObject),
  model: text({ least: 1, most: 128 }).default('claude-sonnet-4-6'),
  max_tokens: z.int().min(1).max(200_000).default(4_096),
  max_result_chars: z.int().min(1).max(200_000).default(2_000),
  max_input_tokens: orNull(z.int().min(1).max(2_000_000)),
  timeout_s: z.number().min(0.1).max(900).default(60),
  thinking_effort: orNull(z.enum(['low', 'medium', 'high'])),
  temperature: orNull(z.number().min(0).max(1)),
  top_p: orNull(z.number().min(0).max(1)),
  enable_caching: z.boolean().default(true),
  enable_citations: z.boolean().default(false),
  use_structured_output: z.boolean().default(false),
  integration_tools: listOf(IntegrationToolRef, { most: 50 }).default([]),
  static_tools: listOf(StaticToolDef, { most: 50 }).default([]),
  enabled: z.boolean().default(true),
  max_agent_turns: z.int().min(1).max(200).default(20),
  checkpoint_enabled: z.boolean().default(true),
  approval_required: z.boolean().default(false),
  // Of the May edition alone.
  execution_tier: z.enum(['direct', 'orchestrated', 'computer_use']).default('orchestrated'),
  delivery: z.enum(['interrupt', 'queue']).default('interrupt'),
  urgency_keywords: listOf(text({ least: 1, most: 128 }), { most: 50 }).default([]),
  version: z.int().min(0).default(1),
});
