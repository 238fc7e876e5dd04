import { z } from 'zod';
import { listOf, mapOf } from '../schema/collections.js';
import { orNull } from '../schema/presence.js';
import { descriptionText, text } from '../schema/text.js';
import { ServiceVoiceConfig } from './service-voice.js';
import { VersionSet, versionSetName } from './version-set.js';

export const ServiceTag = z
  .object({ key: text({ least: 1, most: 256 }), value: orNull(text({ most: 256 })) })
  .meta({ id: 'ServiceTagRequest' });

const operator = { type: 'operator' } as const;
const escalation = z
  .object({ type: z.enum(['operator', 'forward', 'hangup']).default('operator') })
  .meta({ id: 'EscalationActionRequest' })
  .default(operator);

/** What happens when a call escalates. What is missing goes to an operator. */
export const EscalationPolicy = z
  .object({
    context_window_exhaustion: escalation,
    conversation_monitor: escalation,
    risk_scorer: escalation,
  })
  .meta({ id: 'EscalationPolicyRequest' });

/** A service, beside its name: an agent with a graph, and how to reach it. */
export const ServiceBody = z.object({
  description: descriptionText.default(''),
  agent_id: z.uuid().toLowerCase(),
  context_graph_id: z.uuid().toLowerCase(),
  keyterms: listOf(text({ least: 1, most: 128 }), { most: 500 }).default([]),
  is_active: z.boolean().default(true),
  version_sets: mapOf(versionSetName, VersionSet, { most: 20, what: 'version sets' }).default({}),
  tags: listOf(ServiceTag, { most: 50 }).default([]),
  tool_capacity: z.int().min(1).max(10).default(3),
  channel_type: z.enum(['voice', 'text', 'scribe']).default('voice'),
  environment: z.enum(['sandbox', 'production']).default('production'),
  voice_config: orNull(ServiceVoiceConfig),
  persona_id: orNull(z.uuid().toLowerCase()),
  safety_filters_enabled: z.boolean().default(true),
  escalation_policy: orNull(EscalationPolicy),
});
