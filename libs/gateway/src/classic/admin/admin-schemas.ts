import { z } from 'zod';

export const ModelList = z.strictObject({
  models: z.array(
    z.strictObject({
      /** The name that version sets use in `llm_name`. */
      name: z.string(),
      /** JSON Schema of the `params` next to it. */
      params_model_schema: z.record(z.string(), z.unknown()),
    }),
  ),
});
