import { z } from 'zod';
import { mapOf } from '../schema/collections.js';
import { orNull } from '../schema/presence.js';
import { patterned, text } from '../schema/text.js';
import { LLMConfig } from './language-model.js';

export const versionSetName = patterned(
  /^[A-Za-z0-9_-]{1,40}$/,
  'must hold 1 to 40 letters, digits, hyphens and underscores',
  { least: 1, most: 40 },
);

/** From 1. */
const versionNumber = z.int().min(1);

/** Which versions of its agent and graph a service runs on, and with which models. Null: the latest version. */
export const VersionSet = z
  .object({
    agent_version_number: orNull(versionNumber),
    context_graph_version_number: orNull(versionNumber),
    llm_model_preferences: mapOf(text({ least: 1, most: 128 }), LLMConfig, {
      most: 20,
      what: 'preferences',
    }).default({}),
    turn_runtime: z.enum(['native', 'openai-agents']).default('native'),
  })
  .meta({ id: 'VersionSetRequest' });
