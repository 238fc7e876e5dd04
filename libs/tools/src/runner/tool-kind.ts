import type { JsonObject, JsonValue } from '@svc/kernel';
import type { Redaction } from './redaction.js';
import type { Tool } from '../tool/tool.js';
import type { CallValues, ToolFailureClass } from './tool-call.js';

/** A call whose input fits the schema. */
export interface CheckedCall {
  readonly input: JsonObject;
  readonly effectKey: string | null;
  readonly values: CallValues;
  /** Secrets that a kind finds on its way (tokens) are added; what comes back goes through it by itself. */
  readonly redaction: Redaction;
  /** Aborts when the time is up, or when the caller gives up. */
  readonly signal: AbortSignal;
  isTimeUp(): boolean;
  /** At least 1. */
  remainingMs(): number;
}

interface Exchanged {
  readonly status?: number;
  readonly raw?: JsonValue;
  readonly rendered?: string | null;
  readonly retries?: number;
}

export type KindOutcome =
  | (Exchanged & { readonly type: 'ended'; readonly result: JsonValue; readonly isCut: boolean })
  | (Exchanged & { readonly type: 'failed'; readonly class: ToolFailureClass; readonly reason: string })
  | (Exchanged & { readonly type: 'unknown'; readonly reason: string });

/** How one kind of tool is called: the port of the runner. */
export interface ToolKind<Kind extends Tool> {
  /** What a call would do, for a dry run. No secret, no value of the input. */
  describeEffect(tool: Kind): string;
  call(tool: Kind, call: CheckedCall): Promise<KindOutcome>;
}

export type ToolKinds = { readonly [Name in Tool['kind']]: ToolKind<Extract<Tool, { kind: Name }>> };
