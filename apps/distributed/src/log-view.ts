import type { Readable } from 'node:stream';

/** 36 cyan, 33 yellow, 35 magenta, 32 green, 34 blue (ECMA-48 SGR). */
const colours = [36, 33, 35, 32, 34];

export interface LogViewOptions {
  /** All writers of the view: their lines are aligned in one column. */
  readonly names: readonly string[];
  readonly isColoured: boolean;
  readonly write: (text: string) => void;
}

/** The lines of several processes in one view, each after the name of its process. */
export class LogView {
  readonly #width: number;

  constructor(private readonly options: LogViewOptions) {
    this.#width = Math.max(...options.names.map((name) => name.length));
  }

  /** Shows lines until the stream ends. Lines are never split; an unfinished last one is shown too. */
  show(name: string, stream: Readable): void {
    let rest = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#line(name, line);
    });
    stream.on('end', () => {
      if (rest !== '') this.#line(name, rest);
    });
  }

  #line(name: string, line: string): void {
    const { names, isColoured, write } = this.options;
    const colour = colours[names.indexOf(name) % colours.length];
    const label = name.padEnd(this.#width);
    write(`${isColoured ? `\u001b[${colour}m${label}\u001b[0m` : label} | ${line}\n`);
  }
}
