// Where the sources of a context say what an event is: found by what stands in them, since aggregates differ in size and
// so in files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './lay-down.mjs';
import { UsageError } from './names.mjs';

/**
 * @param {string} context
 * @param {{ pascal: string, camel: string }} aggregate
 * @returns files from the root; undefined for what an aggregate need not have
 */
export function eventSources(context, { pascal, camel }) {
  const lib = `libs/${context}`;
  const one = (folder, pattern) => filesOf(`${lib}/${folder}`).find((file) => pattern.test(read(file)));
  const required = (folder, pattern, what) => {
    const file = one(folder, pattern);
    if (file) return file;
    throw new UsageError(`${lib}/${folder} has no ${what}.`);
  };
  const state = `${pascal}(?:State)?`;
  const decider = required(
    'src/domain',
    new RegExp(`: Decider<${state},`),
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
    evolve: one('src/domain', new RegExp(`\\bevolve\\(\\w+: ${state}, \\w+: ${pascal}Event\\)`)) ?? decider,
    shape: one('src/domain', new RegExp(`\\b${camel}Shape: StateShape<`)),
    rows: one('src/projections', new RegExp(`\\bAggregateChange<${state}, ${pascal}Event>`)),
    types: required('src/adapters', /\bdefineEventTypes</, 'defineEventTypes'),
    /** Events as they were stored, one of each type. */
    histories: existsSync(path.join(root, lib, 'test/stored-events'))
      ? `${lib}/test/stored-events`
      : undefined,
    samples: required('test', /^export const eventSamples\b/m, 'export const eventSamples'),
  };
}

function filesOf(folder) {
  const absolute = path.join(root, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('/gen/'))
    .sort();
}

const read = (file) => readFileSync(path.join(root, file), 'utf8');
