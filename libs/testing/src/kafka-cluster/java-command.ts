import path from 'node:path';

export interface JavaCommand {
  /** Folder of the jars. */
  readonly jars: string;
  /** As `-Xmx` takes it. */
  readonly heap: string;
  readonly main: string;
  readonly args: readonly string[];
  /** log4j2.xml; without one the program logs to nowhere. */
  readonly logging?: string;
}

/** The arguments of `java`. */
export function javaArguments({ jars, heap, main, args, logging }: JavaCommand): readonly string[] {
  const log = logging === undefined ? '-Dlog4j2.level=OFF' : `-Dlog4j2.configurationFile=${logging}`;
  return [`-Xmx${heap}`, log, '-cp', path.join(jars, '*'), main, ...args];
}
