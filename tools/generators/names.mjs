// One name in all the spellings that files of a context need.

/** @param {string} pascal such as `VersionSet`. */
export function spellings(pascal) {
  const words = pascal.match(/[A-Z][a-z0-9]*/g) ?? [];
  const lower = words.map((word) => word.toLowerCase());
  return {
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    kebab: lower.join('-'),
    snake: lower.join('_'),
    words: lower.join(' '),
    withArticle: `${/^[aeiou]/.test(lower[0] ?? '') ? 'an' : 'a'} ${lower.join(' ')}`,
  };
}

/** @returns {string} `webhooks` -> `Webhooks`. */
export const capitalized = (name) => name.charAt(0).toUpperCase() + name.slice(1);

export class UsageError extends Error {}

/** The end of an error message: what was given instead, if anything. */
export const instead = (given) => (given === undefined ? '.' : `: "${given}" is not.`);

export function requirePascal(name, what) {
  if (/^([A-Z][a-z0-9]*)+$/.test(name ?? '')) return name;
  throw new UsageError(`Name ${what} like VersionSet${instead(name)}`);
}

export function requireContextName(name) {
  if (/^[a-z][a-z0-9]*$/.test(name ?? '')) return name;
  throw new UsageError(`Name the context in lower-case letters, like webhooks${instead(name)}`);
}
