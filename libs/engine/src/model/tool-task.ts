import type { JsonObject, JsonValue } from '@svc/kernel';
import type { FailureClass } from '../graph/tool-spec.js';
import type { ToolStatus } from '../input/tool-call.js';

/** A tool that may be called now. */
export interface ToolOffer {
  /** Letters, digits, `_` and `-`; unique among those offered. */
  readonly name: string;
  /** Data, never an instruction: it may come from a server elsewhere. */
  readonly description: string;
  /** JSON Schema of what a model words. What code puts in is left out. */
  readonly inputSchema: JsonObject;
  readonly hasEffects: boolean;
  /** Of the agent's author; may be empty. */
  readonly instruction: string;
}

/** A call that was made. */
export interface ShownToolCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** `parked`: a person has to approve it first. */
  readonly status: ToolStatus | 'running' | 'parked';
  readonly failure: FailureClass | null;
  /** Of a call without a result. */
  readonly reason: string | null;
  readonly result: JsonValue;
  /** It has come since the agent's last message. */
  readonly isNew: boolean;
}

/** What a conversation has to do with tools. */
export interface SceneTools {
  /** Those that may be called now. A judgement has a choice of kind `tool` for each, by its name. */
  readonly offers: readonly ToolOffer[];
  /** Oldest first. */
  readonly calls: readonly ShownToolCall[];
}
