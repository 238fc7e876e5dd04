import { anyObject } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { uuid } from '../uuid.js';

const text = z.string();
const texts = z.array(text);

/** Of agents that a framework runs. */
export const AgentIdentity = named(
  'AgentIdentity',
  z.strictObject({
    entry_actor_name: text,
    name: text,
    role: text,
    developed_by: text,
    instructions: text,
    initial_state: text,
  }),
);

const WorldScope = named(
  'WorldScope',
  z.strictObject({ workspace_id: uuid, scoped_entity_ids: z.array(uuid), allow_create: z.boolean() }),
);

const ToolDescriptor = named(
  'ToolDescriptor',
  z.strictObject({ name: text, description: text, input_schema: anyObject }),
);

const Tools = named(
  'Tools',
  z.strictObject({
    descriptors: z.array(ToolDescriptor),
    read_tool_names: texts,
    write_tool_names: texts,
  }),
);

const Guardrails = named(
  'Guardrails',
  z.strictObject({
    guardrails: z.array(anyObject),
    global_boundary_constraints: texts,
    global_action_guidelines: texts,
  }),
);

const WriteFloor = named(
  'WriteFloor',
  z.strictObject({
    enforced_at: text,
    requires_entity_anchor: z.boolean(),
    clinical_write_principal: text,
    clinical_write_scope: text,
    enrichment_write_scope: text,
    unanchored_or_api_key_writes: text,
    allow_create: z.boolean(),
  }),
);

const Runtime = named(
  'Runtime',
  z.strictObject({ engage_model: text, channel_kind: text, language: text, caller_context: text }),
);

export const HarnessContext = named(
  'HarnessContext',
  z.strictObject({
    context_version: z.int(),
    /** Changes with what the service runs on. */
    config_fingerprint: text,
    source: text,
    /** Null: our own runtime runs it. */
    identity: AgentIdentity.nullable(),
    world_scope: WorldScope,
    tools: Tools,
    guardrails: Guardrails,
    write_floor: WriteFloor,
    runtime: Runtime,
  }),
);
