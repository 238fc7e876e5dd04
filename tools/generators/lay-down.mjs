// Fills a folder of templates in, and writes the result into the repository.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { UsageError } from './names.mjs';

export const root = path.resolve(import.meta.dirname, '../..');

/** `{{name}}` in a text, `__name__` in a path. */
function fill(text, values, pattern) {
  return text.replace(pattern, (_token, name) => {
    if (values[name] === undefined) throw new Error(`The template asks for "${name}", which nobody gives.`);
    return values[name];
  });
}

/**
 * @param {string} folder below `templates/`.
 * @param {Record<string, string>} values
 * @param {{ keep?: readonly string[], replace?: readonly string[] }} options files that may be there already: those to
 *   keep as they are, and those to write anew. Any other stops everything before the first is written.
 * @returns {Promise<string[]>} the files written, from the root.
 */
export async function layDown(folder, values, { keep = [], replace = [] } = {}) {
  const templates = path.join(import.meta.dirname, 'templates', folder);
  const files = readdirSync(templates, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((template) => ({
      target: fill(path.relative(templates, template), values, /__([A-Za-z]+)__/g).replace(/\.tpl$/, ''),
      text: fill(readFileSync(template, 'utf8'), values, /\{\{(\w+)\}\}/g),
    }))
    .filter(({ target }) => !(keep.includes(target) && existsSync(path.join(root, target))));
  const inTheWay = files.find(
    ({ target }) => !replace.includes(target) && existsSync(path.join(root, target)),
  );
  if (inTheWay) throw new UsageError(`${inTheWay.target} is there already. Nothing was written.`);
  for (const { target, text } of files) await write(target, text);
  return files.map(({ target }) => target).sort();
}

/** Writes a file as the formatter would leave it. */
export async function write(target, text) {
  const file = path.join(root, target);
  mkdirSync(path.dirname(file), { recursive: true });
  const { inferredParser } = await getFileInfo(file);
  const options = { ...(await resolveConfig(file)), filepath: file };
  writeFileSync(file, inferredParser === null ? text : await format(text, options));
}
