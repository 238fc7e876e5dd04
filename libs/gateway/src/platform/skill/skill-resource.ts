import { SkillBody, skillSlug } from '@svc/definitions/platform';
import { answerShape, updateOf } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { flag } from '../../wire/query.js';
import { shown } from '../../wire/shown.js';
import { defineResource } from '../definition/definition-resource.js';
import { definitionKeys, definitionTimes, fromDefinition } from '../definition/definition-wire.js';

const Skill = named(
  'SkillResponse',
  z.strictObject({
    ...definitionKeys,
    ...answerShape(SkillBody),
    slug: z.string(),
    system_prompt: z.string(),
    ...definitionTimes,
  }),
);

/** Running skills, and trying them, is not built yet. */
export const skillResource = defineResource({
  kind: 'skill',
  path: 'skills',
  idName: 'skill_id',
  words: { one: 'skill', many: 'skills', any: 'a skill', schema: 'Skill' },
  permissions: {
    view: 'Skill.view',
    create: 'Skill.create',
    update: 'Skill.update',
    delete: 'Skill.delete',
  },
  nameKey: 'slug',
  create: named('CreateSkillRequest', z.object({ slug: skillSlug, ...SkillBody.shape })),
  update: named('UpdateSkillRequest', updateOf(SkillBody)),
  examples: {
    create: {
      slug: 'find-slots',
      name: 'Find slots',
      description: 'Finds free appointments.',
      input_schema: { type: 'object', required: ['day'] },
    },
    update: { enabled: false },
  },
  filters: {
    enabled: flag.optional(),
    execution_tier: z.enum(['direct', 'orchestrated', 'computer_use']).optional(),
  },
  answer: Skill,
  show: (definition, body: z.output<typeof SkillBody>, workspaceId) => {
    const { name: slug, ...about } = fromDefinition(definition, workspaceId);
    return shown(Skill, { ...about, slug, ...body, system_prompt: body.system_prompt ?? '' });
  },
});
