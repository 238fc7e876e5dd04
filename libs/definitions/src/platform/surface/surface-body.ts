import { z } from 'zod';
import { brokenSurfaceRules } from './surface-rules.js';
import { shownShape, termsShape } from './surface-spec.js';

/** The body that creates a surface. */
export const SurfaceBody = z
  .object({ entity_id: z.uuid().toLowerCase(), ...shownShape, ...termsShape })
  .superRefine(brokenSurfaceRules)
  .meta({ id: 'CreateSurfaceRequest' });
export type SurfaceRequestBody = z.output<typeof SurfaceBody>;

/** A `surface_spec_template`: the body without the entity; `review_required` is ours. */
const SurfaceTemplate = z
  .object({ ...shownShape, ...termsShape, review_required: z.boolean().default(false) })
  .superRefine(brokenSurfaceRules);
export type SurfaceTemplateBody = z.output<typeof SurfaceTemplate>;

/**
 * A template as it was written in a graph.
 * @param title where it has none
 * @returns what is wrong with it, one sentence each, or the body
 */
export function readSurfaceTemplate(
  template: unknown,
  title: string,
): { readonly body: SurfaceTemplateBody } | { readonly problems: readonly string[] } {
  const given = template ?? {};
  const isObject = typeof given === 'object' && !Array.isArray(given);
  const parsed = SurfaceTemplate.safeParse(isObject ? { title, ...given } : given);
  if (parsed.success) return { body: parsed.data };
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.map(String).join('.')}: ${message}`,
  );
  return { problems: problems.slice(0, 20) };
}
