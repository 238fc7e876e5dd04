import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';
import { EntityMatches } from './entity-schemas.js';

export const MergeEntity = named('EntityMergeBody', z.object({ merged_entity_id: uuid }));

export const MergedEntityPath = z.object({ workspace_id: workspaceId, merged_entity_id: uuid });

const { entity_id, entity_type, confidence, summary } = EntityMatches.shape.matches.element.shape;

export const MergedEntities = named(
  'MergedEntitiesResponse',
  z.strictObject({
    entity_id: uuid,
    merged: z.array(
      named(
        'MergedEntity',
        z.strictObject({ entity_id: uuid, merged_into: uuid, matched_on: z.array(z.string()) }),
      ),
    ),
    candidates: z.array(
      named(
        'MergeCandidate',
        z.strictObject({
          ...{ entity_id, entity_type, confidence, summary },
          matched_on: z.array(z.enum(['phone', 'email', 'name'])),
        }),
      ),
    ),
  }),
);
