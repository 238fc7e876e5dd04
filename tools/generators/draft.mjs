import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';
import ts from 'typescript';
import { UsageError } from './names.mjs';

const templates = path.join(import.meta.dirname, 'templates');

/** Changes to a repository. All are written by `save`, or none: a generator that fails half-way leaves nothing behind. */
export class Draft {
  #texts = new Map();

  constructor(root) {
    this.root = root;
  }

  /** @param {string} file from the root, as everywhere here */
  exists(file) {
    return this.#texts.has(file) || existsSync(path.join(this.root, file));
  }

  read(file) {
    return this.#texts.get(file) ?? readFileSync(path.join(this.root, file), 'utf8');
  }

  parse(file) {
    return ts.createSourceFile(file, this.read(file), ts.ScriptTarget.Latest, true);
  }

  write(file, text) {
    this.#texts.set(file, text);
  }

  foldersBelow(folder) {
    return readdirSync(path.join(this.root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`);
  }

  /** TypeScript files below a folder that are not generated. */
  sourcesBelow(folder) {
    const absolute = path.join(this.root, folder);
    const there = existsSync(absolute)
      ? readdirSync(absolute, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(this.root, path.join(entry.parentPath, entry.name)))
      : [];
    const drafted = [...this.#texts.keys()].filter((file) => file.startsWith(`${folder}/`));
    return [...new Set([...there, ...drafted])]
      .filter((file) => file.endsWith('.ts') && !file.includes('/gen/'))
      .sort();
  }

  /**
   * Fills in a folder of templates: `{{name}}` in a text, `__name__` in a path.
   * @param {string} folder below `templates/`
   * @param {Record<string, string>} values
   * @param {{ keep?: readonly string[], replace?: readonly string[] }} options files that may be there already: those to
   *   keep as they are, and those to replace
   * @returns {string[]} the files that it adds
   */
  layDown(folder, values, { keep = [], replace = [] } = {}) {
    const files = readdirSync(path.join(templates, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((template) => ({
        target: fill(
          path.relative(path.join(templates, folder), template),
          values,
          /__([A-Za-z]+)__/g,
        ).replace(/\.tpl$/, ''),
        text: fill(readFileSync(template, 'utf8'), values, /\{\{(\w+)\}\}/g),
      }))
      .filter(({ target }) => !(keep.includes(target) && this.exists(target)));
    const inTheWay = files.find(({ target }) => !replace.includes(target) && this.exists(target));
    if (inTheWay) throw new UsageError(`${inTheWay.target} is there already.`);
    for (const { target, text } of files) this.write(target, text);
    return files.map(({ target }) => target).sort();
  }

  /** @returns {Promise<string[]>} the files that were written, as the formatter leaves them */
  async save() {
    const formatted = await Promise.all(
      [...this.#texts].map(async ([file, text]) => [file, await this.#format(file, text)]),
    );
    for (const [file, text] of formatted) {
      const absolute = path.join(this.root, file);
      mkdirSync(path.dirname(absolute), { recursive: true });
      writeFileSync(absolute, text);
    }
    this.#texts.clear();
    return formatted.map(([file]) => file).sort();
  }

  async #format(file, text) {
    const absolute = path.join(this.root, file);
    const { inferredParser } = await getFileInfo(absolute);
    if (inferredParser === null) return text;
    return format(text, { ...(await resolveConfig(absolute)), filepath: absolute });
  }
}

function fill(text, values, pattern) {
  return text.replace(pattern, (_token, name) => {
    if (values[name] === undefined) throw new Error(`The template needs a value for "${name}".`);
    return values[name];
  });
}
