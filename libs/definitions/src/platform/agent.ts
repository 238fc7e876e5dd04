import { z } from 'zod';
import { listOf } from '../schema/collections.js';
import { orNull } from '../schema/presence.js';
import { descriptionText, nameText, text, visibleText } from '../schema/text.js';
import { VoiceConfig } from './voice.js';

/** An agent, beside its name. */
export const AgentBody = z.object({ description: descriptionText.default('') });

const fact = visibleText({ most: 4_000 });

export const RelationshipToDeveloper = z
  .object({ ownership: fact, type: fact, conversation_visibility: fact, thought_visibility: fact })
  .meta({ id: 'RelationshipToDeveloperRequest' });

export const Identity = z
  .object({
    name: fact,
    role: fact,
    developed_by: fact,
    default_spoken_language: visibleText({ most: 64 }),
    relationship_to_developer: orNull(RelationshipToDeveloper),
  })
  .meta({ id: 'IdentityRequest' });

const lines = listOf(text({ most: 2_000 }), { most: 200 });

/** A version of an agent: what it is, what it knows, and how it talks. */
export const AgentVersionBody = z.object({
  name: nameText,
  initials: text({ most: 10 }).default(''),
  identity: Identity,
  voice_config: orNull(VoiceConfig),
  background: text({ most: 10_000 }).default(''),
  behaviors: lines.default([]),
  communication_patterns: lines.default([]),
});

export type AgentVersionBody = z.output<typeof AgentVersionBody>;
