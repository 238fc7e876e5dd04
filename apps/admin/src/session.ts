import type { Environment } from '@svc/config';
import type { Configuration } from '@svc/installation';

/** The output of a command: standard output and error of a process, or a caller's collector. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

export interface SessionOptions {
  readonly configuration: Configuration;
  readonly environment: Environment;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** One run of a command: its input and its output. */
export class Session {
  readonly configuration: Configuration;
  readonly environment: Environment;
  readonly #stdout: Output;
  readonly #stderr: Output;
  #exitCode = 0;

  constructor({ configuration, environment, stdout, stderr }: SessionOptions) {
    this.configuration = configuration;
    this.environment = environment;
    this.#stdout = stdout;
    this.#stderr = stderr;
  }

  get exitCode(): number {
    return this.#exitCode;
  }

  /** A line of the result. Nothing else goes to standard output, so it can be piped. */
  readonly tell = (line: string): void => {
    this.#stdout.write(`${line}\n`);
  };

  print(result: object): void {
    this.tell(JSON.stringify(result, null, 2));
  }

  readonly warn = (line: string): void => {
    this.#stderr.write(`${line}\n`);
  };

  /** Shown on a terminal only. */
  progress(text: string): void {
    if (this.#stderr.isTTY) this.#stderr.write(text);
  }

  /** The command continues, and ends with exit code 1. */
  fail(): void {
    this.#exitCode = 1;
  }
}
