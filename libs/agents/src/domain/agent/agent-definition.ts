/** The whole content of one agent version. */
export interface AgentDefinition {
  /** 1 to 3 characters. */
  readonly initials: string;
  readonly identity: AgentIdentity;
  readonly background: string;
  readonly behaviors: readonly string[];
  readonly communicationPatterns: readonly string[];
  /** Null: the agent has no voice. */
  readonly voiceConfig: VoiceConfig | null;
}

export interface AgentIdentity {
  readonly name: string;
  readonly role: string;
  readonly developedBy: string;
  /** ISO 639-3. */
  readonly defaultSpokenLanguage: string;
  readonly relationshipToDeveloper: RelationshipToDeveloper;
}

export interface RelationshipToDeveloper {
  readonly ownership: string;
  readonly type: string;
  readonly conversationVisibility: string;
  readonly thoughtVisibility: string;
}

export interface VoiceConfig {
  readonly voiceId: string;
}

/** The changes of a new version; null carries over from the version before. */
export type AgentDefinitionChanges = { readonly [Key in keyof AgentDefinition]: AgentDefinition[Key] | null };
