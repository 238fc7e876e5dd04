import { z } from 'zod';
import { named } from '../../wire/documented.js';

export const ModelList = named(
  'LanguageModelList',
  z.strictObject({
    models: z.array(
      named(
        'LanguageModel',
        z.strictObject({
          /** The name that version sets use in `llm_name`. */
          name: z.string(),
          /** JSON Schema of the `params` next to it. */
          params_model_schema: z.record(z.string(), z.unknown()),
        }),
      ),
    ),
  }),
);
