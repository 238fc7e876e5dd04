import { isDeepStrictEqual } from 'node:util';
import path from 'node:path';
import type { Command } from 'commander';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { checkerOf, type Checker } from '../definitions/checker.js';
import {
  filesIn,
  readDefinitions,
  writeDefinition,
  written,
  type DefinitionFile,
} from '../definitions/files.js';
import { kinds, type Kind } from '../definitions/kinds.js';
import { Workspace } from '../definitions/workspace.js';
import { CommandFailed } from '../exit-codes.js';
import { asJson } from '../output/print.js';
import type { Session } from '../session.js';
import { readOpenApi } from './openapi.js';

interface FolderOption {
  readonly dir: string;
}

/** `svc agents pull`, `diff`, `validate`, `push` and `schema`, and so for each kind: definitions as files in git. */
export function addDefinitionCommands(program: Command, session: Session): void {
  for (const kind of kinds) {
    const command = program.commands.find((one) => one.name() === kind.name) ?? program.command(kind.name);
    const add = (usage: string, description: string) =>
      command
        .command(usage)
        .description(description)
        .option('--dir <folder>', `where the folder ${kind.name} is`, '.');
    const where = `of the folder ${kind.name}, or those named`;
    add('validate [files...]', `check the files ${where}`).action(
      async (files: string[], { dir }: FolderOption) => {
        const { results } = await checked(session, kind, read(kind, dir, files));
        if (session.isJson) session.show(results);
        requireRight(session, results);
      },
    );
    add('diff [files...]', `what a push of the files ${where} would change; ends with 1 if anything`).action(
      (files: string[], { dir }: FolderOption) => diff(session, kind, read(kind, dir, files)),
    );
    add('push [files...]', `bring the files ${where} into the workspace`).action(
      (files: string[], { dir }: FolderOption) => push(session, kind, read(kind, dir, files)),
    );
    add('pull [names...]', `write what stands in the workspace into the folder ${kind.name}`).action(
      (names: string[], { dir }: FolderOption) => pull(session, kind, path.join(dir, kind.name), names),
    );
    command
      .command('schema')
      .description('the JSON schema of such a file, for editors')
      .action(async () => session.say(asJson((await checker(session, kind)).schema)));
  }
}

const read = (kind: Kind, folder: string, files: readonly string[]) =>
  readDefinitions(path.join(folder, kind.name), files);

const checker = async (session: Session, kind: Kind): Promise<Checker> =>
  checkerOf(kind, await readOpenApi(session, 'platform'));

interface CheckedFile {
  readonly file: string;
  readonly problems: readonly string[];
}

async function checked(session: Session, kind: Kind, files: readonly DefinitionFile[]) {
  const checks = await checker(session, kind);
  const results: readonly CheckedFile[] = files.map(({ file, definition }) => ({
    ...{ file, problems: checks.problems(definition) },
  }));
  return { checks, results };
}

/** @throws CommandFailed where a file is wrong: then nothing is pushed */
function requireRight(session: Session, results: readonly CheckedFile[]): void {
  for (const { file, problems } of results)
    for (const problem of problems) session.note(`${file}: ${problem}`);
  const { length: wrong } = results.filter(({ problems }) => problems.length > 0);
  if (wrong > 0) throw new CommandFailed(`Wrong: ${wrong} of ${results.length}. Nothing was sent.`);
  session.note(`${counted(results)} as the schema wants.`);
}

const counted = ({ length }: readonly unknown[]) => (length === 1 ? '1 file is' : `${length} files are`);

interface Compared extends DefinitionFile {
  readonly key: string;
  readonly stored: Awaited<ReturnType<Workspace['read']>>;
  readonly isSame: boolean;
}

async function* compared(
  session: Session,
  kind: Kind,
  files: readonly DefinitionFile[],
): AsyncGenerator<Compared> {
  const { checks, results } = await checked(session, kind, files);
  requireRight(session, results);
  const workspace = await Workspace.open(session, kind, checks);
  for (const { file, definition: asWritten } of files) {
    const definition = checks.normal(asWritten);
    const key = String(definition[kind.key]);
    const stored = await workspace.read(key);
    yield { file, definition, key, stored, isSame: isDeepStrictEqual(stored?.definition, definition) };
  }
}

async function diff(session: Session, kind: Kind, files: readonly DefinitionFile[]): Promise<void> {
  const changed: { readonly file: string; readonly name: string; readonly patch: string }[] = [];
  for await (const { file, definition, key, stored, isSame } of compared(session, kind, files)) {
    if (isSame) continue;
    const before = stored === undefined ? '' : written(stored.definition);
    const inWorkspace = stored === undefined ? 'not in the workspace' : `${key} in the workspace`;
    const names = [inWorkspace, file] as const;
    const texts = [before, written(definition)] as const;
    const patch = createTwoFilesPatch(...names, ...texts, '', '', { headerOptions: FILE_HEADERS_ONLY });
    changed.push({ file, name: key, patch });
    if (!session.isJson) session.say(patch.trimEnd());
  }
  if (session.isJson) session.show(changed);
  if (changed.length > 0)
    throw new CommandFailed(`${changed.length} of ${files.length} would change. svc ${kind.name} push`);
  session.note('All stand in the workspace as they are here.');
}

/** What has become of one file. */
interface Outcome {
  readonly file: string;
  readonly name: string;
  readonly outcome: string;
}

async function push(session: Session, kind: Kind, files: readonly DefinitionFile[]): Promise<void> {
  const pushed: Outcome[] = [];
  const client = session.platform();
  for await (const { file, definition, key, stored, isSame } of compared(session, kind, files)) {
    const outcome = isSame
      ? 'as it stands'
      : stored === undefined
        ? await kind.create(client, definition)
        : await kind.update(client, stored, definition);
    pushed.push({ file, name: key, outcome });
    session.note(`${file}: ${outcome}`);
  }
  if (session.isJson) session.show(pushed);
}

async function pull(session: Session, kind: Kind, folder: string, names: readonly string[]): Promise<void> {
  const checks = await checker(session, kind);
  const workspace = await Workspace.open(session, kind, checks);
  const unknown = names.find((name) => !workspace.keys.includes(name));
  if (unknown !== undefined)
    throw new CommandFailed(
      `There is no "${unknown}". There are: ${workspace.keys.join(', ') || 'none yet'}.`,
    );
  const pulled: Outcome[] = [];
  const there = filesIn(folder);
  const known = there.length === 0 ? [] : readDefinitions(folder, there);
  for (const key of names.length > 0 ? names : workspace.keys) {
    const stored = await workspace.read(key);
    if (stored === undefined) continue;
    const here = known.find(({ definition }) => definition[kind.key] === key);
    const isSame = isDeepStrictEqual(here && checks.normal(here.definition), stored.definition);
    const file =
      here !== undefined && isSame ? here.file : writeDefinition(folder, key, stored.definition, here?.file);
    const outcome = isSame ? 'as it stands' : 'written';
    pulled.push({ file, name: key, outcome });
    session.note(`${file}: ${outcome}`);
  }
  if (session.isJson) session.show(pulled);
}
