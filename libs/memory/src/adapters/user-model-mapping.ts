import type {
  Extractor,
  RememberedConversation as RememberedConversationProto,
  Statement as StatementProto,
  UserModelEntry as UserModelEntryProto,
} from '@svc/contracts/memory';
import type { Complete } from '@svc/event-store';
import type { ExtractorVersion } from '../domain/extractor-version.js';
import type { RememberedConversation } from '../domain/remembered-conversation.js';
import type { Statement, UserModelEntry } from '../domain/user-model/user-model.js';
import { conversationFromProto, conversationToProto } from './conversation-mapping.js';

interface Modelled {
  readonly conversation: RememberedConversation;
  readonly entries: readonly UserModelEntry[];
  readonly reextractedBy: ExtractorVersion | null;
}

interface ModelledMessage {
  conversation?: RememberedConversationProto | undefined;
  entries: UserModelEntryProto[];
  reextractedBy?: Extractor | undefined;
}

/** The common part of L2 and L3 events. */
export function entriesToProto<Data extends Modelled>({
  conversation,
  entries,
  reextractedBy,
  ...data
}: Data) {
  return {
    ...data,
    conversation: conversationToProto(conversation),
    entries: entries.map(entryToProto),
    reextractedBy: reextractedBy ?? undefined,
  };
}

/** The words of an erased person are empty. */
export function entriesFromProto<Message extends ModelledMessage>({
  conversation,
  entries,
  reextractedBy,
  ...message
}: Message) {
  return {
    ...message,
    conversation: conversationFromProto(conversation),
    entries: entries.map(entryFromProto),
    reextractedBy: reextractedBy ?? null,
  };
}

function entryToProto(entry: UserModelEntry): Complete<UserModelEntryProto> {
  const { key, dimensions, history } = entry;
  return {
    key,
    statement: statementToProto(entry),
    dimensions: dimensions.map(({ description, tags }) => ({ description, tags: [...tags] })),
    history: history.map((superseded) => ({
      statement: statementToProto(superseded),
      supersededAtMs: superseded.supersededAtMs,
    })),
  };
}

function entryFromProto({ statement, history, ...entry }: UserModelEntryProto): UserModelEntry {
  return {
    ...statementFromProto(statement),
    ...entry,
    history: history.map((superseded) => ({
      ...statementFromProto(superseded.statement),
      supersededAtMs: superseded.supersededAtMs,
    })),
  };
}

function statementToProto({
  content,
  insightIds,
  firstSaidAtMs,
  lastSaidAtMs,
  recordedAtMs,
}: Statement): Complete<StatementProto> {
  return { content, insightIds: [...insightIds], firstSaidAtMs, lastSaidAtMs, recordedAtMs };
}

function statementFromProto(statement: StatementProto | undefined): Statement {
  if (statement === undefined) throw new TypeError('An entry of a user model states something.');
  return statement;
}
