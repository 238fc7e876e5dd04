import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { Database } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { conversationNotFound } from '../domain/conversation-decider.js';
import {
  findWorkspaceConversation,
  listWorkspaceConversations,
  type WorkspaceConversationPage,
  type WorkspaceListQuery,
} from '../projections/workspace-list-query.js';
import type { CollectRequest } from './collect-turns.js';
import { requireEither, requireOn } from './workspace-access.js';
import type { ReadConversation } from './workspace-conversation-view.js';
import { WorkspaceMessages } from './workspace-messages.js';

export interface ReadRequest extends CollectRequest {
  /** Its messages are not read. */
  readonly omitsTurns?: boolean | undefined;
}

/** Conversations of a workspace, as they are stored. Errors: see the RPCs. */
@Injectable()
export class ReadWorkspaceConversations {
  constructor(
    private readonly messages: WorkspaceMessages,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /** @param query null: what no conversation can be */
  async list(
    { tenantId, caller }: WorkspaceRequestContext,
    query: Omit<WorkspaceListQuery, 'tenantId'> | null,
  ): Promise<WorkspaceConversationPage> {
    requireWorkspacePermission(caller, 'Conversation.view');
    if (query === null) return { conversations: [], total: 0 };
    return listWorkspaceConversations(this.database, this.keys, { ...query, tenantId });
  }

  async get(
    { tenantId, caller }: WorkspaceRequestContext,
    { conversationId, includeToolCalls, omitsTurns = false }: ReadRequest,
  ): Promise<ReadConversation> {
    requireEither(caller, 'Conversation.view');
    const conversation = await findWorkspaceConversation(this.database, this.keys, tenantId, conversationId);
    if (conversation === undefined) throw conversationNotFound();
    requireOn(caller, 'Conversation.view', conversation.direction === 'simulated' ? 'simulated' : 'inbound');
    const messages = omitsTurns ? [] : await this.messages.newest(tenantId, conversation, includeToolCalls);
    return { conversation, messages };
  }
}
