import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify, YAMLParseError } from 'yaml';
import { UsageError } from '../exit-codes.js';
import type { Definition } from './definition.js';

/** A definition in a file. */
export interface DefinitionFile {
  readonly file: string;
  readonly definition: Definition;
}

const endings = ['.yaml', '.yml', '.json'];

/**
 * @param named these files; where none is named, all of the folder
 * @throws UsageError where there is none, or one is neither YAML nor JSON
 */
export function readDefinitions(folder: string, named: readonly string[]): readonly DefinitionFile[] {
  const files = named.length > 0 ? named : filesIn(folder);
  if (files.length === 0) throw new UsageError(`There are no files in ${folder} (${endings.join(', ')}).`);
  return files.map((file) => ({ file, definition: readDefinition(file) }));
}

export function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => endings.includes(path.extname(name)))
    .toSorted()
    .map((name) => path.join(folder, name));
}

function readDefinition(file: string): Definition {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const read = parsed(file);
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Definition;
  throw new UsageError(`${file} holds no fields.`);
}

function parsed(file: string): unknown {
  try {
    // JSON is YAML too.
    return parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new UsageError(`${file}: ${error.message}`);
  }
}

export function written(definition: Definition): string {
  return stringify(definition, { lineWidth: 100 });
}

/**
 * Writes one; a new file is named after the key.
 * @param known the file that holds it: it keeps its place and its form
 * @returns the file
 */
export function writeDefinition(folder: string, key: string, definition: Definition, known?: string): string {
  const file = known ?? unusedFile(folder, key);
  mkdirSync(path.dirname(file), { recursive: true });
  const text = file.endsWith('.json') ? `${JSON.stringify(definition, null, 2)}\n` : written(definition);
  // A new one does not follow a link that leads nowhere yet.
  writeFileSync(file, text, { flag: known === undefined ? 'wx' : 'w' });
  return file;
}

/** "Front desk" and "front-desk" are two names and want two files. */
function unusedFile(folder: string, key: string): string {
  const words = key.toLowerCase().match(/[a-z0-9]+/g) ?? ['unnamed'];
  for (let count = 1; ; count += 1) {
    const name = [...words, ...(count === 1 ? [] : [String(count)])].join('-');
    const file = path.join(folder, `${name}.yaml`);
    if (!existsSync(file)) return file;
  }
}
