import type { JsonObject, JsonValue } from '@svc/kernel';
import type { StateName } from '../graph/context-graph.js';
import type { FailureClass, ToolSpec } from '../graph/tool-spec.js';

/**
 * What a call is made for: to judge a state's exits, before a message, on entry of a state, as the tool of a tool-call state, or to
 * word a thought or the arguments of another call.
 */
export type ToolCallPurpose = 'navigate' | 'engage' | 'preload' | 'designated' | 'support';

/** How the outcome of a call is handled, wherever it comes. */
export type ToolHandling = Pick<
  ToolSpec,
  'resultPersistence' | 'delivery' | 'failureDelivery' | 'failureDeliveryByClass' | 'lifecycle'
>;

/** A call of a tool. All that is needed to handle its outcome, also after the turn that made it. */
export interface ToolCall {
  /** `<interaction>/tool.<name>.<n>`: named by its subject. */
  readonly id: string;
  readonly toolId: string;
  readonly name: string;
  readonly version: string | null;
  readonly input: JsonObject;
  /** `<interaction>/<ordinal>`, the same for each attempt; null for a tool without effects. */
  readonly effectKey: string | null;
  readonly state: StateName;
  readonly purpose: ToolCallPurpose;
  /** Round of tools in its turn, from 0; 0 for those that no round asked for. */
  readonly round: number;
  readonly handling: ToolHandling;
  /** The turn went on without its outcome, or may. */
  readonly isBackground: boolean;
  readonly startedAtMs: number;
  /** Time limit of the call. */
  readonly timeoutMs: number;
}

/**
 * - `ended`: with a result; `failed`: see `failure`;
 * - `unknown`: whether it took effect is not known. It is never made again;
 * - `not-called`: its intent was stored and the call was not made.
 */
export type ToolStatus = 'ended' | 'failed' | 'unknown' | 'not-called';

/** How a call has ended. */
export interface ToolOutcome {
  readonly status: ToolStatus;
  /** Null unless it failed. */
  readonly failure: FailureClass | null;
  /** For the model: why it failed, or why nothing is known; null of an ended call. */
  readonly reason: string | null;
  /** Null unless it ended, and for `ephemeral` results, which are stored nowhere. */
  readonly result: JsonValue;
  readonly durationMs: number;
  readonly endedAtMs: number;
}

/** Whether it goes on when nobody waits for it any more. */
export function outlivesItsTurn({ effectKey, isBackground }: ToolCall): boolean {
  return effectKey !== null || isBackground;
}

/**
 * Whether it was approved by a person before it was made: only such a call is made by another turn than the one that its effect key
 * is of.
 */
export function wasParked({ id, effectKey }: Pick<ToolCall, 'id' | 'effectKey'>): boolean {
  if (effectKey === null) return false;
  return effectKey.slice(0, effectKey.indexOf('/')) !== id.slice(0, id.indexOf('/'));
}

/** A call as later turns know it. */
export interface KnownToolCall extends ToolCall {
  /** Null while it runs. */
  readonly outcome: ToolOutcome | null;
  /** Whether prompts show it. The status tool lists all. */
  readonly isShown: boolean;
  /** Whether the agent has said something that knows its outcome. */
  readonly isHeard: boolean;
}
