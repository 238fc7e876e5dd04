import { z } from 'zod';
import { anyObject, listOf, mapOf } from '../schema/collections.js';
import { orNull } from '../schema/presence.js';
import { text } from '../schema/text.js';

const word = text({ least: 1, most: 256 });

/** How a model is to answer. It has no other keys. */
export const LLMExperienceControls = z
  .strictObject({
    verbosity: orNull(z.enum(['low', 'medium', 'high'])),
    reasoning_effort: orNull(z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'])),
    temperature: orNull(z.number().min(0).max(2)),
    top_p: orNull(z.number().min(0).max(1)),
    presence_penalty: orNull(z.number().min(-2).max(2)),
    frequency_penalty: orNull(z.number().min(-2).max(2)),
    response_format: orNull(anyObject),
    seed: orNull(z.int()),
    stop: orNull(z.union([word, listOf(word, { most: 16 })])),
    logit_bias: orNull(mapOf(word, z.number().min(-100).max(100), { most: 300, what: 'biases' })),
    logprobs: orNull(z.boolean()),
    top_logprobs: orNull(z.int().min(0).max(20)),
    parallel_tool_calls: orNull(z.boolean()),
    service_tier: orNull(word),
    prompt_cache_key: orNull(word),
    prompt_cache_retention: orNull(z.enum(['in-memory', '24h'])),
    safety_identifier: orNull(word),
    store: orNull(z.boolean()),
    metadata: orNull(mapOf(word, text({ most: 512 }), { most: 16, what: 'keys' })),
  })
  .meta({ id: 'LLMExperienceControlsRequest' });

/** The model of one kind of model call. */
export const LLMConfig = z
  .object({
    llm_name: word,
    params: anyObject.default({}),
    experience_controls: orNull(LLMExperienceControls),
  })
  .meta({ id: 'LLMConfigRequest' });
