import type { InferenceServiceService } from '@svc/contracts/world';
import type { TenantId } from '@svc/kernel';
import type { RpcClient } from '@svc/rpc';
import type { RememberedConversation } from '../domain/remembered-conversation.js';
import type { Dimension } from '../domain/user-model/dimension.js';
import type { Transcript } from '../extraction/transcript.js';

/** What grants and the response about a user need of them. */
export interface UserProfile {
  /** In the organization asked about. */
  readonly roleId: string;
  readonly areConversationsVisibleToAdmins: boolean;
  readonly isUserModelVisibleToAdmins: boolean;
  /** Notes of the organization asked about, oldest first. None for a member, whose home is elsewhere. */
  readonly additionalContext: readonly string[];
}

export const USERS = Symbol('USERS');

/** Users, as the identity context knows them now. */
export interface Users {
  /** Of a user of the organization, or a member. @throws DomainError `not_found` */
  profile(tenantId: TenantId, userId: string): Promise<UserProfile>;
}

export const DIMENSIONS = Symbol('DIMENSIONS');

/** Dimensions of a tenant's user models: those of its organization. */
export interface Dimensions {
  /** At least one. */
  of(tenantId: TenantId): Promise<readonly Dimension[]>;
}

export const TRANSCRIPTS = Symbol('TRANSCRIPTS');

/** The conversations context. */
export interface Transcripts {
  /** Of a finished conversation. Null: its person was erased. */
  of(
    tenantId: TenantId,
    conversation: Pick<RememberedConversation, 'conversationId' | 'finishedAtMs'>,
  ): Promise<Transcript | null>;
}

export const WORLD_KEYS = Symbol('WORLD_KEYS');

/** The world context, which keeps what is inferred of the people of workspaces. */
export type WorldKeys = Pick<
  RpcClient<typeof InferenceServiceService>,
  'listInferredKeys' | 'recordInferences'
>;

/** The extractor of memories: a `MemoryExtractor`. */
export const EXTRACTOR = Symbol('EXTRACTOR');
