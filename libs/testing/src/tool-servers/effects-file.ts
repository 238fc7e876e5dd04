import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** One thing that a tool server has done, or was asked to do again. */
export interface RecordedEffect {
  /** The `Idempotency-Key` of the request; null: it had none. */
  readonly key: string | null;
  /** `POST /appointments`, or the name of a tool. */
  readonly what: string;
  /** What it was asked for: the body's fields, or the tool's arguments. */
  readonly input: unknown;
  /** A key that had come before: nothing was done. */
  readonly isRepeat: boolean;
  /** What was answered, so that a repeat gets the same. */
  readonly answer: unknown;
}

/** Counts effects in a file of JSON lines, which outlives whoever asks for them. */
export class EffectsFile {
  readonly #recorded: RecordedEffect[];

  constructor(private readonly file: string) {
    this.#recorded = readEffects(file);
  }

  /** Whether something was done under this key. */
  isKnown(key: string | null): boolean {
    return this.#earlier(key) !== undefined;
  }

  /** Does the work once for each key. */
  once(request: Pick<RecordedEffect, 'key' | 'what' | 'input'>, work: () => unknown): unknown {
    const { key, what, input } = request;
    const earlier = this.#earlier(key);
    const answer = earlier ? earlier.answer : work();
    const effect = { key, what, input, isRepeat: earlier !== undefined, answer };
    this.#recorded.push(effect);
    appendFileSync(this.file, `${JSON.stringify(effect)}\n`);
    return answer;
  }

  all(): readonly RecordedEffect[] {
    return this.#recorded;
  }

  #earlier(key: string | null): RecordedEffect | undefined {
    return key === null ? undefined : this.#recorded.find((effect) => effect.key === key);
  }
}

/** All that a server has recorded, also one that runs as another process. */
export function readEffects(file: string): RecordedEffect[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RecordedEffect);
}
