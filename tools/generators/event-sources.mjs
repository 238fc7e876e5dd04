// Where the sources of a context say what an event is: found by what stands in them, since aggregates differ in size and
// so in files.
import { UsageError } from './names.mjs';

/**
 * @param {import('./draft.mjs').Draft} draft
 * @param {string} context
 * @param {{ pascal: string, camel: string }} aggregate
 * @returns files from the root; undefined for what an aggregate need not have
 */
export function eventSources(draft, context, { pascal, camel }) {
  const lib = `libs/${context}`;
  const one = (folder, pattern) =>
    draft.sourcesBelow(`${lib}/${folder}`).find((file) => pattern.test(draft.read(file)));
  const required = (folder, pattern, what) => {
    const file = one(folder, pattern);
    if (file) return file;
    throw new UsageError(`${lib}/${folder} has no ${what}.`);
  };
  const state = `${pascal}(?:State)?`;
  const decider = required(
    'src/domain',
    new RegExp(`: Decider<\\s*${state},`),
    `Decider of ${pascal}: is it an aggregate?`,
  );
  return {
    /** `export type UserEvent = …` */
    union: required(
      'src/domain',
      new RegExp(`^export type ${pascal}Event =`, 'm'),
      `export type ${pascal}Event`,
    ),
    decider,
    evolve:
      one('src/domain', new RegExp(`\\bevolve\\(\\s*\\w+: ${state},\\s*\\w+: ${pascal}Event,?\\s*\\)`)) ??
      decider,
    shape: one('src/domain', new RegExp(`\\b${camel}Shape: StateShape<`)),
    rows: one('src/projections', new RegExp(`\\bAggregateChange<\\s*${state},\\s*${pascal}Event>`)),
    types: required('src/adapters', /\bdefineEventTypes</, 'defineEventTypes'),
    /** Events as they were stored, one of each type. */
    histories: draft.exists(`${lib}/test/stored-events`) ? `${lib}/test/stored-events` : undefined,
    samples: required('test', /^export const eventSamples\b/m, 'export const eventSamples'),
  };
}
