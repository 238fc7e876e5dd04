import type { JsonObject } from '@svc/kernel';

/** What every kind of tool says of itself. */
export interface ToolTraits {
  /** JSON Schema of the input. */
  readonly inputSchema: JsonObject;
  /** Whether a call changes something: then it must happen once. */
  readonly hasEffects: boolean;
  /** Of a call with all its retries, in ms. */
  readonly timeoutMs: number;
}
