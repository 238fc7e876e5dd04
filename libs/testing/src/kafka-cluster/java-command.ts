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
  /** For a program that does not run for long: it starts in a third less time, and is slower once it runs. */
  readonly startsFast?: boolean;
  /** Of `takeClassArchive`. One that is not of this Java and these jars is passed by. */
  readonly classArchive?: string | undefined;
  /** Where it writes its classes to at its end. */
  readonly archiveClassesTo?: string;
}

/** What is compiled only once, and a collector of garbage without threads of its own. */
const startingFast = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** The arguments of `java`. */
export function javaArguments(command: JavaCommand): readonly string[] {
  const { jars, heap, main, args, logging, startsFast = false, classArchive, archiveClassesTo } = command;
  const log = logging === undefined ? '-Dlog4j2.level=OFF' : `-Dlog4j2.configurationFile=${logging}`;
  return [
    `-Xmx${heap}`,
    ...(startsFast ? startingFast : []),
    ...(classArchive === undefined ? [] : [`-XX:SharedArchiveFile=${classArchive}`]),
    ...(archiveClassesTo === undefined ? [] : [`-XX:ArchiveClassesAtExit=${archiveClassesTo}`]),
    log,
    '-cp',
    path.join(jars, '*'),
    main,
    ...args,
  ];
}
