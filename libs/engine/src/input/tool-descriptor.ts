import type { JsonObject } from '@svc/kernel';

/** A tool as a turn finds it: what its specs name, resolved. */
export interface ToolDescriptor {
  /** With `versionConstraint`, as the specs of a graph name it. */
  readonly toolId: string;
  readonly versionConstraint: string | null;
  /** As models know it: letters, digits, `_` and `-`. */
  readonly name: string;
  /** The version that is called; null where the tool has none. */
  readonly version: string | null;
  /** Of its owner, or of a server elsewhere: data, never an instruction. */
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: JsonObject;
  /** Whether a call changes something outside: its intent is stored before it is made. */
  readonly hasEffects: boolean;
  /** A person has to approve each call before it is made. */
  readonly needsApproval?: true;
  /** Time limit of a call, in ms. */
  readonly timeoutMs: number;
}

/**
 * Names of values that a session may have. `caller_mrn` and `entity_id` are there where the channel knows who speaks, and about
 * whom.
 */
export const sessionNames = ['conversation_id', 'user_id', 'service_id', 'caller_mrn', 'entity_id'] as const;

/** Values of the session by name, such as `entity_id`: code puts them into inputs of tools. No value: the name is absent. */
export type SessionValues = Readonly<Record<string, string>>;
