// Where the sources of a context say what an event is: found by their content, because larger
// aggregates have more files.
import { UsageError } from './names.mjs';

/**
 * @param {import('./draft.mjs').Draft} draft
 * @param {string} context
 * @param {{ pascal: string, camel: string }} aggregate
 * @returns files from the root; undefined for what an aggregate need not have
 */
export function eventSources(draft, context, { pascal, camel }) {
  const find = (folder, pattern) => draft.sourcesBelow(folder).find((file) => pattern.test(draft.read(file)));
  const required = (folder, pattern, what) => {
    const file = find(folder, pattern);
    if (file) return file;
    throw new UsageError(`${folder} has no ${what}.`);
  };
  const state = `${pascal}(?:State)?`;
  const isDecider = new RegExp(`: Decider<\\s*${state},`);
  const lib = libsOf(draft, context).find((each) => find(`${each}/src/domain`, isDecider));
  if (!lib) throw new UsageError(`libs/${context} has no Decider of ${pascal}: is it an aggregate?`);
  const one = (folder, pattern) => find(`${lib}/${folder}`, pattern);
  const decider = one('src/domain', isDecider);
  return {
    /** `export type UserEvent = …` */
    union: required(
      `${lib}/src/domain`,
      new RegExp(`^export type ${pascal}Event =`, 'm'),
      `export type ${pascal}Event`,
    ),
    decider,
    evolve:
      one('src/domain', new RegExp(`\\bevolve\\(\\s*\\w+: ${state},\\s*\\w+: ${pascal}Event,?\\s*\\)`)) ??
      decider,
    shape: one('src/domain', new RegExp(`\\b${camel}Shape: StateShape<`)),
    rows: one('src/projections', new RegExp(`\\bAggregateChange<\\s*${state},\\s*${pascal}Event>`)),
    types: required(`${lib}/src/adapters`, /\bdefineEventTypes</, 'defineEventTypes'),
    /** Events as they were stored, one of each type. */
    histories: draft.exists(`${lib}/test/stored-events`) ? `${lib}/test/stored-events` : undefined,
    samples: required(`libs/${context}/test`, /^export const eventSamples\b/m, 'export const eventSamples'),
  };
}

/** The lib of a context, and those that are parts of it (`scope:<context>` in their package.json). */
export function libsOf(draft, context) {
  const parts = draft
    .foldersBelow('libs')
    .filter((lib) => lib !== `libs/${context}` && draft.exists(`${lib}/package.json`))
    .filter((lib) => JSON.parse(draft.read(`${lib}/package.json`)).nx?.tags?.includes(`scope:${context}`));
  return [`libs/${context}`, ...parts];
}
