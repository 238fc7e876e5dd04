import type { AgentVersionBody } from './agent.js';

/** A version of an agent as the API answers it. */
export interface AgentVersionResponse extends AgentVersionBody {
  readonly id: string;
  readonly workspace_id: string;
  readonly agent_id: string;
  readonly version: number;
  /** ISO 8601. */
  readonly created_at: string;
  readonly updated_at: string;
}

type Always =
  'id' | 'agent_id' | 'version' | 'identity' | 'background' | 'behaviors' | 'communication_patterns';
type Sometimes = 'name' | 'initials' | 'voice_config' | 'created_at' | 'updated_at';

/**
 * The same version in the alternate form: what a conversation pins. It names no workspace, since the conversation is in one.
 * Versions pinned by other writers may lack the parts that can be null.
 */
export type AgentVersion = Pick<AgentVersionResponse, Always> & {
  readonly [Key in Sometimes]?: AgentVersionResponse[Key] | null;
};

export function toAgentVersion({ workspace_id: _workspace, ...version }: AgentVersionResponse): AgentVersion {
  return version;
}

/**
 * The response of a pinned version, given its workspace; null if the version lacks what every response has: its name, or a
 * time.
 */
export function fromAgentVersion(version: AgentVersion, workspaceId: string): AgentVersionResponse | null {
  const { name, initials, voice_config: voiceConfig, created_at: created, updated_at: updated } = version;
  if (!name || !created || !updated) return null;
  return {
    ...version,
    workspace_id: workspaceId,
    name,
    initials: initials ?? '',
    voice_config: voiceConfig ?? null,
    created_at: created,
    updated_at: updated,
  };
}
