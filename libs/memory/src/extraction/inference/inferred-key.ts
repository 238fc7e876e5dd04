/** What a workspace wants to know of people, by a key of the world context that is tagged memory_extract. */
export interface InferredKey {
  readonly key: string;
  readonly valueType: 'string' | 'number' | 'boolean' | 'date' | 'enum' | 'json';
  /** Of an enum. */
  readonly allowedValues: readonly unknown[];
  /** What to look for, in words. */
  readonly description: string;
}

/** What a conversation says of a key. */
export interface InferredValue {
  readonly key: string;
  readonly value: unknown;
  /** From 0 to 1. */
  readonly confidence: number;
  /** The message that says so, and the question that it answers. */
  readonly messageIds: readonly string[];
  readonly saidAtMs: number;
}
