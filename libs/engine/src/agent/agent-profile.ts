/** The agent's relationship to its developer, in four sentences. The model sees it unchanged. */
export interface RelationshipToDeveloper {
  readonly ownership: string;
  readonly type: string;
  readonly conversation_visibility: string;
  readonly thought_visibility: string;
}

export interface AgentIdentity {
  readonly name: string;
  readonly role: string;
  readonly developed_by: string;
  /** ISO 639-3, for example `eng`. */
  readonly default_spoken_language: string;
  readonly relationship_to_developer: RelationshipToDeveloper;
}

/** The part of an agent version that shapes what it says, in the words of the API. */
export interface AgentProfile {
  readonly identity: AgentIdentity;
  readonly background: string;
  readonly behaviors: readonly string[];
  readonly communication_patterns: readonly string[];
}
