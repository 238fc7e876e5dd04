import { z } from 'zod';
import { listOf } from '../schema/collections.js';
import { updateOf } from '../schema/presence.js';
import { text, visibleText } from '../schema/text.js';

const fact = visibleText({ most: 4_000 });

/** Of a list, all entries together: 200 of 2,000 characters, or 100 of 4,000. */
const maxListCharacters = 400_000;
const lines = listOf(visibleText({ most: 4_000 }), { most: 200 }).refine(
  (items) => items.reduce((sum, item) => sum + [...item].length, 0) <= maxListCharacters,
  `must hold at most ${maxListCharacters} characters together`,
);

const RelationshipToDeveloper = z
  .object({
    ownership: fact,
    type: fact,
    conversation_visibility: fact,
    thought_visibility: fact,
  })
  .meta({ id: 'RelationshipToDeveloperRequest' });

const Identity = z
  .object({
    name: fact,
    role: fact,
    developed_by: fact,
    default_spoken_language: text({ most: 3 }).regex(/^[a-z]{3}$/, 'must be an ISO 639-3 code, such as eng'),
    relationship_to_developer: RelationshipToDeveloper,
  })
  .meta({ id: 'AgentIdentityRequest' });

const VoiceConfig = z
  .object({
    voice_id: visibleText({ most: 256 }),
    stability: z.number().default(0),
    similarity_boost: z.number().default(0),
    style: z.number().default(0),
  })
  .meta({ id: 'VoiceConfigRequest' });

/** A version of an agent of an organization. */
export const AgentVersionBody = z.object({
  initials: visibleText({ most: 3 }),
  identity: Identity,
  background: visibleText({ most: 60_000 }),
  behaviors: lines,
  communication_patterns: lines,
  voice_config: VoiceConfig.nullable(),
});

export type AgentVersionBody = z.output<typeof AgentVersionBody>;

/** The changes of a new version: what is missing or null is that of the version before. */
export const AgentVersionChanges = updateOf(AgentVersionBody).meta({ id: 'CreateAgentVersionRequest' });
