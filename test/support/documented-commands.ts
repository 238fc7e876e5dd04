import { readFileSync } from 'node:fs';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '../..');

/** The ```bash blocks of a page, in order. @param file from the top of the repository on. */
export function bashBlocksOf(file: string): readonly string[] {
  const text = readFileSync(path.join(repository, file), 'utf8');
  return [...text.matchAll(/```bash\n([^]*?)```/g)].map(([, block]) => block?.trim() ?? '');
}

/** The ```bash blocks of a page, each with the ```text block that shows what they print, where there is one. */
export function transcriptsOf(
  file: string,
): readonly { readonly commands: string; readonly shown?: string }[] {
  const text = readFileSync(path.join(repository, file), 'utf8');
  return [...text.matchAll(/```bash\n([^]*?)```(?:\n+```text\n([^]*?)```)?/g)].map(
    ([, commands = '', shown]) => ({
      commands: commands.trim(),
      ...(shown === undefined ? {} : { shown: shown.trim() }),
    }),
  );
}
