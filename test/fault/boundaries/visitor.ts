/** Somebody who holds one conversation, and keeps a record of what was said and what came of it. */
export interface Visitor {
  /** Of the conversation that it has begun. */
  readonly id: string;
  /** @throws Error when it can't */
  begin(): Promise<void>;
  /** @returns null for a turn that is complete; else why it is not, in words */
  say(text: string, signal?: AbortSignal): Promise<string | null>;
  /** A person approves what the conversation waits for, if it does. */
  approve(): Promise<void>;
  finish(): Promise<void>;
  /** Compares what is kept with the record. @returns what is wrong, in words */
  differences(): Promise<readonly string[]>;
}
