import type { TenantId } from '@svc/kernel';
import type { RememberedConversation } from '../domain/remembered-conversation.js';
import type { Dimension } from '../domain/user-model/dimension.js';
import type { Transcript } from '../extraction/transcript.js';

/** What the judgement of grants and the answer about a user need to know of them. */
export interface UserProfile {
  /** In the organization asked about. */
  readonly roleId: string;
  readonly areConversationsVisibleToAdmins: boolean;
  readonly isUserModelVisibleToAdmins: boolean;
  /** What the organization asked about has noted, oldest first: nothing of a member, who is at home elsewhere. */
  readonly additionalContext: readonly string[];
}

export const USERS = Symbol('USERS');

/** Users, as the identity context knows them at this moment. */
export interface Users {
  /** Of a user of the organization, or a member. @throws DomainError `not_found` */
  profile(tenantId: TenantId, userId: string): Promise<UserProfile>;
}

export const DIMENSIONS = Symbol('DIMENSIONS');

/** Along what user models of a tenant are sorted: of its organization. */
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

/** The extractor of memories: a `MemoryExtractor`. */
export const EXTRACTOR = Symbol('EXTRACTOR');
