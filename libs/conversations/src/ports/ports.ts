import type { Conditions } from '@svc/auth';
import type {
  AgentProfile,
  ContextGraph,
  LoadedGraph,
  ModelIdentity,
  ModelPort,
  ModelUsage,
  NamedTool,
  Recollection,
  ToolAnswer,
  ToolCall,
  ToolDescriptor,
} from '@svc/engine';
import type { JsonObject, TenantId } from '@svc/kernel';
import type { ConversationPins } from '../domain/conversation-identity.js';
import type { KnownUser } from '../domain/known-user.js';

/** What a turn and the judgement of grants need of a user. */
export interface UserProfile {
  readonly userId: string;
  /** Home organization of a member; null for a user of the organization asked about. */
  readonly homeOrgId: string | null;
  readonly displayName: string;
  readonly preferredLanguage: string | null;
  /** An IANA name. */
  readonly timezone: string | null;
  readonly additionalContext: readonly string[];
  /** In the organization asked about. */
  readonly roleId: string;
  readonly isVisibleToAdmins: boolean;
}

/** What calls of tools for a user are made with, by name. */
export interface UserVariables {
  readonly nonsensitive: Readonly<Record<string, string>>;
  /** For code alone: no model and nobody else sees a value. */
  readonly sensitive: Readonly<Record<string, string>>;
}

export const USERS = Symbol('USERS');

/** The identity context. */
export interface Users {
  /** Of a user of the organization, or a member. @throws DomainError `not_found` */
  profile(tenantId: TenantId, userId: string): Promise<UserProfile>;
  /** Of a user of the organization; none of a member. */
  variables(tenantId: TenantId, userId: string): Promise<UserVariables>;
  /** Users that meet conditions on their role and visibility. */
  idsMeeting(tenantId: TenantId, conditions: Conditions): Promise<readonly string[]>;
}

/** What a conversation runs on. Never changes for the same pins. */
export interface Definition {
  readonly agent: AgentProfile;
  readonly graph: ContextGraph;
  /** Those that it refers to, and those that they refer to; absent: none. */
  readonly graphs?: readonly LoadedGraph[];
}

export interface ResolvedDefinition {
  readonly pins: ConversationPins;
  readonly definition: Definition;
}

export const ENTITIES = Symbol('ENTITIES');

/** Those who converse with a workspace. */
export interface Entities {
  /** Before their first words are stored: from then on there is a key for them. @throws DomainError `not_found`: erased */
  welcome(tenantId: TenantId, entityId: string): Promise<void>;
  /** What an agent may know of them. @throws DomainError `not_found`: erased */
  profile(tenantId: TenantId, entityId: string): Promise<KnownUser>;
}

export const WORKSPACES = Symbol('WORKSPACES');

/** Workspaces, as identity knows them. */
export interface Workspaces {
  /** False: it is archived, or there is none. At most 5 s old. @throws DomainError `service_unavailable` */
  works(tenantId: TenantId): Promise<boolean>;
}

export const DEFINITIONS = Symbol('DEFINITIONS');

/** The agents context. */
export interface Definitions {
  /** For a new conversation. @throws DomainError `not_found` when the service or version set does not exist. */
  resolve(tenantId: TenantId, serviceId: string, versionSetName: string): Promise<ResolvedDefinition>;
  get(tenantId: TenantId, pins: ConversationPins): Promise<Definition>;
}

export interface RecallRequest {
  readonly tenantId: TenantId;
  readonly userId: string;
  /** Topic of the conversation; may be empty. */
  readonly query: string;
  /** Maximum length of the text that a prompt makes of it, in UTF-16 code units. */
  readonly budgetCharacters: number;
  /** How long to wait for the response, in ms. */
  readonly withinMs: number;
}

export interface RecallAnswer {
  /** The most fitting first. */
  readonly recollections: readonly Recollection[];
  /** There is nothing more for any query. */
  readonly isAll: boolean;
}

export const MEMORIES = Symbol('MEMORIES');

/** The memory context: what is known of a user from earlier conversations with the organization. */
export interface Memories {
  /** @throws any error, also when it takes too long */
  recall(request: RecallRequest): Promise<RecallAnswer>;
}

/** A call of a tool, for whoever makes it. */
export interface ToolRequest {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  readonly userId: string;
  readonly serviceId: string;
  readonly call: ToolCall;
  /** `<conversation>/<interaction>/<ordinal>`: the same for each attempt; null for a tool without effects. */
  readonly effectKey: string | null;
  /** A person has approved this call. */
  readonly isApproved: boolean;
}

export const TOOLS = Symbol('TOOLS');

/** The agents context, which runs tools: their secrets never leave it. */
export interface Tools {
  /** Tools as they are now. Those that are not there are left out. */
  describe(tenantId: TenantId, tools: readonly NamedTool[]): Promise<readonly ToolDescriptor[]>;
  /** @throws any error: of a tool with effects, nobody then knows what came of it */
  call(request: ToolRequest, signal: AbortSignal): Promise<ToolAnswer>;
}

export const MODELS = Symbol('MODELS');

/** A model that version sets may prefer. */
export interface OfferedModel {
  readonly name: string;
  /** JSON Schema of the sampling parameters that the model accepts. */
  readonly paramsSchema: JsonObject;
}

/** The language models. */
export interface Models {
  /** In the order of the configuration. */
  readonly offered: readonly OfferedModel[];
  /** Price of an attempt of `provider/model`, in US dollars; null if its tokens or its price are unknown. */
  costOf(model: string, usage: ModelUsage): number | null;
  /** The model that is asked if a version set prefers none. */
  readonly identity: ModelIdentity;
  /** How much of a conversation has to be kept for prompts, in UTF-16 code units. Undefined: the default of the engine. */
  readonly transcriptCharacters?: number;
  /** For one turn, by the preferences of its conversation's version set. */
  forTurn(turn: {
    readonly conversationId: string;
    readonly preferences: ConversationPins['llmModelPreferences'];
  }): ModelPort;
}
