import { collectionFieldTypes } from '@svc/engine';
import { z } from 'zod';
import { listOf } from '../../schema/collections.js';
import { orNull } from '../../schema/presence.js';
import { text } from '../../schema/text.js';
import { maxMembers } from './state-parts.js';

export const CollectionField = z
  .object({
    key: text({ least: 1, most: 128 }),
    type: z.enum(collectionFieldTypes),
    label: text({ least: 1, most: 1_000 }),
    required: z.boolean().default(true),
    options: orNull(listOf(text({ least: 1, most: 1_000 }), { most: maxMembers })),
    validation: orNull(text({ most: 1_000 })),
    ask_prompt: orNull(text({ most: 4_000 })),
    fhir_path: orNull(text({ most: 1_000 })),
  })
  .meta({ id: 'CollectionFieldRequest' });
