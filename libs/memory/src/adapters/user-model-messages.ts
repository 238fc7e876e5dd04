import type {
  Extractor,
  RememberedConversation as RememberedConversationMessage,
  Statement as StatementMessage,
  UserModelEntry as UserModelEntryMessage,
} from '@svc/contracts/memory';
import type { Complete } from '@svc/event-store';
import type { ExtractorVersion } from '../domain/extractor-version.js';
import type { RememberedConversation } from '../domain/remembered-conversation.js';
import type { Statement, UserModelEntry } from '../domain/user-model/user-model.js';
import { conversationFromMessage, conversationToMessage } from './conversation-message.js';

interface Modelled {
  readonly conversation: RememberedConversation;
  readonly entries: readonly UserModelEntry[];
  readonly reextractedBy: ExtractorVersion | null;
}

interface ModelledMessage {
  conversation?: RememberedConversationMessage | undefined;
  entries: UserModelEntryMessage[];
  reextractedBy?: Extractor | undefined;
}

/** What events of L2 and L3 have in common. */
export function entriesToMessage<Data extends Modelled>({
  conversation,
  entries,
  reextractedBy,
  ...data
}: Data) {
  return {
    ...data,
    conversation: conversationToMessage(conversation),
    entries: entries.map(entryToMessage),
    reextractedBy: reextractedBy ?? undefined,
  };
}

/** Of an erased person the words are empty. */
export function entriesFromMessage<Message extends ModelledMessage>({
  conversation,
  entries,
  reextractedBy,
  ...message
}: Message) {
  return {
    ...message,
    conversation: conversationFromMessage(conversation),
    entries: entries.map(entryFromMessage),
    reextractedBy: reextractedBy ?? null,
  };
}

function entryToMessage(entry: UserModelEntry): Complete<UserModelEntryMessage> {
  const { key, dimensions, history } = entry;
  return {
    key,
    statement: statementToMessage(entry),
    dimensions: dimensions.map(({ description, tags }) => ({ description, tags: [...tags] })),
    history: history.map((superseded) => ({
      statement: statementToMessage(superseded),
      supersededAtMs: superseded.supersededAtMs,
    })),
  };
}

function entryFromMessage({ statement, history, ...entry }: UserModelEntryMessage): UserModelEntry {
  return {
    ...statementFromMessage(statement),
    ...entry,
    history: history.map((superseded) => ({
      ...statementFromMessage(superseded.statement),
      supersededAtMs: superseded.supersededAtMs,
    })),
  };
}

function statementToMessage({
  content,
  insightIds,
  firstSaidAtMs,
  lastSaidAtMs,
  recordedAtMs,
}: Statement): Complete<StatementMessage> {
  return { content, insightIds: [...insightIds], firstSaidAtMs, lastSaidAtMs, recordedAtMs };
}

function statementFromMessage(statement: StatementMessage | undefined): Statement {
  if (statement === undefined) throw new TypeError('An entry of a user model states something.');
  return statement;
}
