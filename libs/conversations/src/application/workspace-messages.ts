import { Inject, Injectable } from '@nestjs/common';
import { streamId, userSubject, type TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import type { ConversationEvent } from '../domain/conversation-event.js';
import {
  detailTypes,
  noDetails,
  toldRoles,
  toldTypes,
  toolDetailTypes,
  turnDetails,
  type ToldMessage,
  type ToldType,
  type TurnDetails,
} from '../domain/told-message.js';
import { ConversationStore } from '../log/conversation-store.js';
import {
  countUserMessagesBefore,
  listMessages,
  type ListedMessage,
  type MessagePage,
} from '../projections/message-list-query.js';
import type { ListedWorkspaceConversation } from '../projections/workspace-list-query.js';
import type { UnheardAnswer } from '../turn/unheard-answers.js';

/** What agents said, and in which of the turns that were asked for they said more than is told. */
export interface ToldAnswers {
  readonly messages: readonly ToldMessage[];
  readonly left: readonly string[];
}

const answerTypes = ['agent-message'] as const;
const maxMessages = 500;
/** Of the newest messages: most turns have two or three. Bytes are those of the longest page of messages, sealed. */
const newestDetails = { limit: 4_000, mostBytes: 4 * 1_024 * 1_024, bytesOfLarge: 128 * 1_024 };
/**
 * Calls of tools, with inputs of up to 50,000 characters and results of up to 100,000. All in all an answer stays far below what
 * one RPC may carry, and older calls are left out of it.
 */
const newestCalls = { limit: 4_000, mostBytes: 8 * 1_024 * 1_024, bytesOfLarge: 512 * 1_024 };

/** The messages of conversations in workspaces, with what the log says of their turns. */
@Injectable()
export class WorkspaceMessages {
  constructor(
    private readonly store: ConversationStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /** The newest ones, oldest first: at most 500, and fewer if they are long. Calls of tools are told of the newest 8 MB. */
  async newest(
    tenantId: TenantId,
    conversation: ListedWorkspaceConversation,
    includeToolCalls: boolean,
  ): Promise<readonly ToldMessage[]> {
    const [{ messages, hasMore }, details] = await Promise.all([
      this.#list(tenantId, conversation, []),
      this.#details(tenantId, conversation.conversationId, includeToolCalls),
    ]);
    return this.#told(tenantId, conversation, { messages, details, isWhole: !hasMore });
  }

  /** Those of one interaction, in their order. */
  async ofInteraction(
    tenantId: TenantId,
    conversation: Pick<ListedWorkspaceConversation, 'conversationId' | 'entityId'>,
    interactionId: string,
    includeToolCalls: boolean,
  ): Promise<readonly ToldMessage[]> {
    const [{ messages }, details] = await Promise.all([
      this.#list(tenantId, conversation, [interactionId]),
      this.#details(tenantId, conversation.conversationId, includeToolCalls, [interactionId]),
    ]);
    return this.#told(tenantId, conversation, { messages, details, isWhole: false });
  }

  /** What the agent said in these turns, in their order: in the first of them, if it is much. */
  async answers(
    tenantId: TenantId,
    conversation: Pick<ListedWorkspaceConversation, 'conversationId' | 'entityId'>,
    answers: readonly UnheardAnswer[],
    includeToolCalls: boolean,
  ): Promise<ToldAnswers> {
    if (answers.length === 0) return { messages: [], left: [] };
    const indexes = new Map(answers.map(({ interactionId, turnIndex }) => [interactionId, turnIndex ?? -1]));
    const interactionIds = [...indexes.keys()];
    const [{ messages, hasMore }, details] = await Promise.all([
      this.#list(tenantId, conversation, interactionIds, answerTypes),
      this.#details(tenantId, conversation.conversationId, includeToolCalls, interactionIds),
    ]);
    const cutOff = hasMore ? messages.at(-1)?.interactionId : undefined;
    const isCut = messages.some(({ interactionId }) => interactionId !== cutOff);
    const whole = isCut ? messages.filter(({ interactionId }) => interactionId !== cutOff) : messages;
    const told = new Set(whole.map(({ interactionId }) => interactionId));
    return {
      messages: whole.map((message) => toldAs(message, indexes.get(message.interactionId) ?? -1, details)),
      left: hasMore ? interactionIds.filter((id) => !told.has(id)) : [],
    };
  }

  /**
   * Turns are counted from the messages themselves: another one may have ended since the conversation was read.
   * @param read its messages, newest first
   */
  async #told(
    tenantId: TenantId,
    { conversationId }: Pick<ListedWorkspaceConversation, 'conversationId'>,
    { messages, details, isWhole }: MessagesRead,
  ): Promise<readonly ToldMessage[]> {
    const oldest = messages.at(-1);
    const before = { tenantId, conversationId, messageId: oldest?.messageId ?? '' };
    let turnIndex = isWhole || !oldest ? -1 : (await countUserMessagesBefore(this.database, before)) - 1;
    const begins = new Set<string>();
    for (const { type, interactionId } of messages) if (type === 'user-message') begins.add(interactionId);
    return messages.toReversed().map((message) => {
      // What was told before a message of the user belongs to its exchange.
      if (begins.delete(message.interactionId)) turnIndex += 1;
      return toldAs(message, turnIndex, details);
    });
  }

  /** Newest first; of some types alone, oldest first. */
  #list(
    tenantId: TenantId,
    { conversationId, entityId }: Pick<ListedWorkspaceConversation, 'conversationId' | 'entityId'>,
    interactionIds: readonly string[],
    types?: typeof answerTypes,
  ): Promise<MessagePage> {
    return listMessages(this.database, this.keys, {
      tenantId,
      conversationId,
      subject: userSubject(tenantId, entityId),
      messageIds: [],
      types: types ?? toldTypes,
      interactionIds,
      sortBy: [{ field: 'created_at', descending: types === undefined }],
      limit: maxMessages,
      offset: 0,
    });
  }

  /** @param interactionIds all where they are left out */
  async #details(
    tenantId: TenantId,
    conversationId: string,
    includeToolCalls: boolean,
    interactionIds?: readonly string[],
  ): Promise<ReadonlyMap<string, TurnDetails>> {
    const id = streamId(tenantId, 'conversation', conversationId);
    const having = interactionIds && { having: { name: 'interactionId', isOneOf: interactionIds } };
    const details = { ...newestDetails, ...having, types: detailTypes };
    const calls = { ...newestCalls, ...having, types: toolDetailTypes };
    const read = await Promise.all(
      (includeToolCalls ? [details, calls] : [details]).map((options) =>
        this.store.readNewest<ConversationEvent>(this.database, id, options),
      ),
    );
    // Each kind in its own order is enough: turnDetails keeps them apart.
    return turnDetails(read.flat().map(({ event }) => event));
  }
}

interface MessagesRead {
  /** Newest first. */
  readonly messages: readonly ListedMessage[];
  readonly details: ReadonlyMap<string, TurnDetails>;
  /** The first message of the conversation is among them. */
  readonly isWhole: boolean;
}

/** @param turnIndex -1 before the user's first message */
function toldAs(
  { messageId, interactionId, type, text, createdAtMs }: ListedMessage,
  turnIndex: number,
  details: ReadonlyMap<string, TurnDetails>,
): ToldMessage {
  const role = toldRoles[type as ToldType];
  const ofAgent = role === 'agent' ? details.get(interactionId) : undefined;
  const index = turnIndex < 0 ? null : turnIndex;
  return { ...noDetails, ...ofAgent, messageId, interactionId, role, text, createdAtMs, turnIndex: index };
}
