import type { JsonObject, JsonValue } from '@svc/kernel';

/** Values that code puts into a request where its definition says `{{NAME}}`. The model sees neither. */
export interface CallValues {
  readonly variables: Readonly<Record<string, string>>;
  /** The same, and redacted from everything that comes back. */
  readonly secrets: Readonly<Record<string, string>>;
}

export interface ToolCall {
  /** As the model worded it. */
  readonly input: JsonObject;
  /**
   * The same for each repetition of the same effect: `<conversation>/<interaction>/<ordinal>`. It goes out as
   * `Idempotency-Key`. Null: nothing recognises a repetition.
   */
  readonly effectKey: string | null;
  /** Beside the tool's own limit; the smaller one counts. In ms. */
  readonly timeoutMs: number;
  /** A longer result is cut. */
  readonly maxResultCharacters: number;
  readonly values: CallValues;
  /** Tools with effects are not called, but say what they would do. */
  readonly isDryRun: boolean;
}

/** As the API classes failures; `rounds_exhausted` is the engine's. */
export type ToolFailureClass = 'timeout' | 'input_rejected' | 'generic';

/** What came back over HTTP, for who tests a tool: redacted, and bounded like the result. */
export interface ToolExchange {
  readonly status: number;
  /** JSON if it is some, else text. */
  readonly raw: JsonValue;
  /** By the tool's template. */
  readonly rendered: string | null;
}

interface Spent {
  readonly durationMs: number;
  /** Requests after the first. */
  readonly retries: number;
  readonly exchange: ToolExchange | null;
}

export type ToolOutcome =
  | (Spent & {
      readonly type: 'ended';
      readonly result: JsonValue;
      /** The result is longer than allowed, or its end did not come. */
      readonly isCut: boolean;
    })
  | (Spent & {
      readonly type: 'failed';
      readonly class: ToolFailureClass;
      /** For the model, and for records. Nothing of our network, no secret. */
      readonly reason: string;
    })
  /** A call with effects was sent, and nobody knows whether it happened. */
  | (Spent & { readonly type: 'unknown'; readonly reason: string })
  /** A dry run: what was not done, in words. */
  | (Spent & { readonly type: 'blocked'; readonly effects: readonly string[] });
