import { z } from 'zod';

export const ModelList = z.strictObject({
  models: z.array(
    z.strictObject({
      /** What version sets name in `llm_name`. */
      name: z.string(),
      /** JSON Schema of the `params` beside it. */
      params_model_schema: z.record(z.string(), z.unknown()),
    }),
  ),
});
