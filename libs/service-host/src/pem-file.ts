import { readFileSync } from 'node:fs';
import { StartupError } from '@svc/errors';

/** A PEM file that a variable names. */
export interface PemFile {
  readonly variable: string;
  readonly file: string;
  /** For messages: `the certificate of this process, in PEM`. */
  readonly meaning: string;
}

/**
 * Reads and parses it. A parser's error may quote the key, so its reason is omitted.
 * @throws StartupError
 */
export function readPemFile<Parsed>(
  { variable, file, meaning }: PemFile,
  parse: (pem: Buffer) => Parsed,
): { readonly pem: Buffer; readonly parsed: Parsed } {
  try {
    const pem = readFileSync(file);
    return { pem, parsed: parse(pem) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'is not there' : code === 'EACCES' ? 'can not be read' : 'is no such PEM file';
    throw new StartupError(`${variable}: ${file} ${reason}. It must be ${meaning}.`);
  }
}
