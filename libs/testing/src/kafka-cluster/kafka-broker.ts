import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  configurationOf,
  dataOf,
  logOf,
  loggingOf,
  type BrokerAddress,
  type SecuredListener,
} from './broker-files.js';
import { javaArguments, type JavaCommand } from './java-command.js';

const heap = '384m';
const lookEveryMs = 25;
/** An orderly end moves the lead of partitions and waits for it; a broker without a quorum never gets to its end. */
const endWithinMs = 15_000;

/** What is run: Kafka's jars, and how (see JavaCommand). */
export type BrokerProgram = Pick<JavaCommand, 'jars' | 'startsFast' | 'classArchive' | 'archiveClassesTo'>;

/**
 * One broker as a separate process, which outlives this one. Its folder identifies it: a file has its process id, and
 * its command line names the folder.
 */
export class KafkaBroker {
  readonly #address: BrokerAddress;
  readonly #program: BrokerProgram;

  constructor(address: BrokerAddress, program: BrokerProgram) {
    this.#address = address;
    this.#program = program;
  }

  get id(): number {
    return this.#address.id;
  }

  /** host:port */
  get endpoint(): string {
    return `127.0.0.1:${this.#address.port}`;
  }

  /** Undefined: it doesn't run. */
  get pid(): number | undefined {
    if (!existsSync(this.#pidFile)) return undefined;
    const pid = readFileSync(this.#pidFile, 'utf8').trim();
    return commandLineOf(pid).includes(configurationOf(this.#address)) ? Number(pid) : undefined;
  }

  /**
   * Prepares its data for the cluster, unless that has been done. Its files are written.
   * @param user may sign in by SCRAM
   */
  async format(cluster: string, user?: Pick<SecuredListener, 'username' | 'password'>): Promise<void> {
    if (existsSync(path.join(dataOf(this.#address), 'meta.properties'))) return;
    const args = ['format', '--cluster-id', cluster, '--config', configurationOf(this.#address)];
    if (user) {
      for (const mechanism of ['SCRAM-SHA-256', 'SCRAM-SHA-512'])
        args.push('--add-scram', `${mechanism}=[name=${user.username},password=${user.password}]`);
    }
    const { jars, classArchive } = this.#program;
    const command = {
      jars,
      classArchive,
      heap: '128m',
      main: 'kafka.tools.StorageTool',
      args,
      startsFast: true,
    };
    const child = spawn('java', javaArguments(command), { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const code = await new Promise((resolve) => child.on('close', resolve));
    if (code !== 0) throw new Error(`Kafka could not prepare ${dataOf(this.#address)}: ${said.trim()}`);
  }

  start(): void {
    if (this.pid !== undefined) return;
    const command = {
      ...this.#program,
      heap,
      logging: loggingOf(this.#address),
      main: 'kafka.Kafka',
      args: [configurationOf(this.#address)],
    };
    const child = spawn('java', javaArguments(command), { stdio: 'ignore', detached: true });
    child.unref();
    writeFileSync(this.#pidFile, String(child.pid));
  }

  /**
   * An orderly end, as in a rolling restart: it hands the lead of its partitions over first.
   * @param withinMs after which it is killed
   * @returns whether it has come to its end by itself; it was killed otherwise
   */
  async stop(withinMs = endWithinMs): Promise<boolean> {
    this.#signal('SIGCONT');
    this.#signal('SIGTERM');
    const giveUpAt = performance.now() + withinMs;
    while (this.pid !== undefined && performance.now() < giveUpAt) await delay(lookEveryMs);
    const hasEnded = this.pid === undefined;
    await this.kill();
    return hasEnded;
  }

  async kill(): Promise<void> {
    this.#signal('SIGKILL');
    while (this.pid !== undefined) await delay(lookEveryMs);
    rmSync(this.#pidFile, { force: true });
  }

  /** Suspends the process: it keeps its connections and does not notice the time that passes. */
  suspend(): void {
    this.#signal('SIGSTOP');
  }

  resume(): void {
    this.#signal('SIGCONT');
  }

  /** The end of its log, to find out why it doesn't serve. */
  get lastWords(): string {
    const log = logOf(this.#address);
    return existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-12).join('\n') : '';
  }

  get #pidFile(): string {
    return path.join(this.#address.folder, 'pid');
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this;
    if (pid !== undefined) process.kill(pid, signal);
  }
}

/** Empty: no such process runs. It is asked for many times a second, so `ps` is only for systems without /proc. */
function commandLineOf(pid: string): string {
  if (!existsSync('/proc/self/cmdline'))
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', pid], { encoding: 'utf8' }).stdout;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
