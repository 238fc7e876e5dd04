import type { z } from 'zod';
import type { Environment } from './load-config.js';

/** The prefix of our own variables; other names (`PORT`, `PATH`) reveal no intention. */
const ownPrefix = 'SVC_';
/** Maximum number of wrong, missing or extra letters. */
const tolerance = 2;

export interface MisspeltVariable {
  readonly key: string;
  /** The variable of the schema that was probably meant. */
  readonly meant: string;
}

/**
 * Unread variables with almost the name of one in the schema: a wrong letter or two, other underscores, our prefix in
 * error (`SVC_PORT`), or only the first words (`SVC_MODEL`). They are no error: other services may share the
 * environment, and Kubernetes adds its own names.
 */
export function misspeltVariables(
  schema: z.ZodObject,
  environment: Environment,
): readonly MisspeltVariable[] {
  const known = Object.keys(schema.shape);
  return Object.keys(environment)
    .filter((key) => key.startsWith(ownPrefix) && !known.includes(key))
    .flatMap((key) => {
      const meant = known.find((name) => isMeant(key, name));
      return meant === undefined ? [] : [{ key, meant }];
    });
}

function isMeant(key: string, name: string): boolean {
  return (
    key === `${ownPrefix}${name}` ||
    name.startsWith(`${key}_`) ||
    (name.startsWith(ownPrefix) && editDistance(letters(key), letters(name)) <= tolerance)
  );
}

const letters = (name: string): string => name.slice(ownPrefix.length).replaceAll('_', '');

/** Levenshtein distance: insertions, deletions and replacements. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_value, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
