import type { JsonObject } from '@svc/kernel';
import type { Tool } from '@svc/tools';

/** A tool as a graph names it. */
export interface ToolReference {
  readonly toolId: string;
  /** A version specifier; null: the latest. */
  readonly versionConstraint: string | null;
  /** Of a workspace: only a tool of this integration, as ids can be read in several ways. */
  readonly integrationId?: string;
}

/** A tool that can be called. */
export interface CallableTool {
  readonly reference: ToolReference;
  /** As models know it. */
  readonly name: string;
  /** `1.2.3`; null: it has no versions. */
  readonly version: string | null;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly hasEffects: boolean;
  /** A person has to approve each call. */
  readonly needsApproval?: boolean;
  readonly timeoutMs: number;
  /** Whose secrets the call takes. */
  readonly ownerId: string;
  /** Values that are no secrets, by the names of their placeholders. */
  readonly variables: Readonly<Record<string, string>>;
  /** With its secrets, for one call. */
  readonly withSecrets: (secrets: ReadonlyMap<string, string>) => Tool;
}

/** A tool that can't be called. */
export interface UnavailableTool {
  readonly reference: ToolReference;
  /** Whether nothing of this id is there, or no version that the reference allows. */
  readonly isMissing: boolean;
  /** A sentence. */
  readonly reason: string;
}

export type ResolvedTool = CallableTool | UnavailableTool;

export function isCallable(tool: ResolvedTool): tool is CallableTool {
  return 'withSecrets' in tool;
}

export function unavailable(reference: ToolReference, reason: string): UnavailableTool {
  return { reference, isMissing: false, reason };
}

export function missing(reference: ToolReference): UnavailableTool {
  return { reference, isMissing: true, reason: 'There is no tool with this id.' };
}
