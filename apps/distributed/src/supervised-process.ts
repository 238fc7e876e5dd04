import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { StartupError } from '@svc/errors';
import type { LifecyclePart } from '@svc/runtime';
import { startedMessage } from '@svc/service-host';
import type { LogView } from './log-view.js';
import { RestartPause } from './restart-pause.js';

export interface SupervisedProcessOptions {
  readonly name: string;
  /** Of a process that `runProcess` (@svc/service-host) runs: it reports when it serves. */
  readonly program: string;
  /** The whole environment; read at each start. */
  readonly env: () => NodeJS.ProcessEnv;
  readonly view: LogView;
  /** One line for the user. */
  readonly say: (line: string) => void;
}

/** How long a process may exceed its grace before it is killed, in ms. */
const overrunMs = 500;

/**
 * A child process that is kept running: an unexpected exit is reported and the process started again, after longer and
 * longer pauses. It has its own process group, so a Ctrl-C in the terminal reaches only its supervisor, which stops the
 * processes in order. If the supervisor is killed, the process ends too.
 */
export class SupervisedProcess implements LifecyclePart {
  readonly name: string;
  readonly #pause = new RestartPause();
  #child: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(private readonly options: SupervisedProcessOptions) {
    this.name = options.name;
  }

  /** Of the present process, or of the last one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when it serves. @throws StartupError if the first process exits before: its own lines say why. */
  async start(): Promise<void> {
    const child = this.#spawn();
    const ending = once(child, 'exit');
    const started = new Promise<'started'>((resolve) => child.once('message', () => resolve('started')));
    if ((await Promise.race([started, ending])) === 'started') return this.#keep(child, performance.now());
    throw new StartupError(`${this.name} could not be started (${describeEnding(child)}), see above.`);
  }

  /** SIGTERM, and SIGKILL if it has not ended within the grace. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), graceMs + overrunMs);
    await ended;
    clearTimeout(kill);
    if (child.exitCode !== 0) throw new Error(`${this.name} did not end well (${describeEnding(child)})`);
  }

  #spawn(): ChildProcess {
    const { program, env, view } = this.options;
    const child = fork(program, [], {
      env: env(),
      execArgv: [...process.execArgv, '--enable-source-maps'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    // The exit follows as a separate event.
    child.on('error', () => undefined);
    for (const stream of [child.stdout, child.stderr]) if (stream) view.show(this.name, stream);
    this.#child = child;
    return child;
  }

  /** Starts it again whenever it exits. @param servingSince undefined until it serves */
  #keep(child: ChildProcess, servingSince?: number): void {
    let since = servingSince;
    child.on('message', (message) => {
      if (message !== startedMessage) return;
      since = performance.now();
      this.options.say(`${this.name} serves again (process ${child.pid}).`);
    });
    // If the system could not start it, there is only an error and no exit.
    child.once(child.pid === undefined ? 'error' : 'exit', () => {
      const servedMs = since === undefined ? 0 : performance.now() - since;
      this.#startAgain(describeEnding(child), servedMs);
    });
  }

  #startAgain(ending: string, servedMs: number): void {
    if (this.#isStopping) return;
    const pauseMs = this.#pause.afterEnding(servedMs);
    this.options.say(`${this.name} has ended (${ending}) and is started again in ${pauseMs / 1_000} s.`);
    this.#restart = setTimeout(() => {
      try {
        this.#keep(this.#spawn());
      } catch (error) {
        this.#startAgain((error as Error).message, 0);
      }
    }, pauseMs);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function describeEnding({ exitCode, signalCode }: ChildProcess): string {
  return signalCode === null ? `exit code ${exitCode}` : signalCode;
}
