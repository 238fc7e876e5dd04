import { ChannelKind, WorkspaceConversationStatus, WorkspaceTurnRole } from '@svc/contracts/conversations';
import { z } from 'zod';
import { named } from '../../wire/documented.js';

/** The words of the interface for values of a message, both ways. */
function wordsOf<Word extends string, Value extends string>(values: Readonly<Record<Word, Value>>) {
  const words = new Map(Object.entries<string>(values).map(([word, value]) => [value, word as Word]));
  return {
    names: Object.keys(values) as [Word, ...Word[]],
    toProto: (word: Word): Value => values[word],
    /** @throws TypeError for a value of a newer contract */
    fromProto: (value: string): Word => {
      const word = words.get(value);
      if (word === undefined) throw new TypeError(`${value} is not known here.`);
      return word;
    },
  };
}

export const channels = wordsOf({
  voice: ChannelKind.CHANNEL_KIND_VOICE,
  sms: ChannelKind.CHANNEL_KIND_SMS,
  whatsapp: ChannelKind.CHANNEL_KIND_WHATSAPP,
  email: ChannelKind.CHANNEL_KIND_EMAIL,
  web: ChannelKind.CHANNEL_KIND_WEB,
  imessage: ChannelKind.CHANNEL_KIND_IMESSAGE,
});

export const statuses = wordsOf({
  active: WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_ACTIVE,
  closed: WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_CLOSED,
  completed: WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_COMPLETED,
  'in-progress': WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_IN_PROGRESS,
  failed: WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_FAILED,
  paused: WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_PAUSED,
});

export const roles = wordsOf({
  agent: WorkspaceTurnRole.WORKSPACE_TURN_ROLE_AGENT,
  user: WorkspaceTurnRole.WORKSPACE_TURN_ROLE_USER,
  system: WorkspaceTurnRole.WORKSPACE_TURN_ROLE_SYSTEM,
});

export const Channel = named('ChannelKind', z.enum(channels.names));

export const Status = named('ConversationStatus', z.enum(statuses.names));
