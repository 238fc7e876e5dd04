import { MessageType } from '@svc/contracts/conversations';
import { z } from 'zod';
import { tagBounds } from '@svc/kernel';
import { list, mapOf } from '../../wire/collections.js';
import { named } from '../../wire/documented.js';
import { pageKeys, pageParameters, sortParameter } from '../../wire/page.js';
import { flag, oid, repeated } from '../../wire/query.js';
import { tagFilters, tagText } from '../../wire/tags.js';
import { charactersUpTo, str1 } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';
import { ModelPreferences } from '../service/service-schemas.js';

export const ConversationPath = z.object({ conversation_id: oid });

export const ListConversations = z.object({
  user_id: repeated(z.string()),
  service_id: repeated(oid),
  is_finished: flag.optional(),
  id: repeated(oid),
  tag: tagFilters,
  sort_by: sortParameter(['created_at']),
  ...pageParameters(1, 150, 150),
});

export const messageTypes = {
  'user-message': MessageType.MESSAGE_TYPE_USER_MESSAGE,
  'agent-message': MessageType.MESSAGE_TYPE_AGENT_MESSAGE,
  'agent-inner-thought': MessageType.MESSAGE_TYPE_AGENT_INNER_THOUGHT,
  'external-event': MessageType.MESSAGE_TYPE_EXTERNAL_EVENT,
} as const;
type WireMessageType = keyof typeof messageTypes;
export const wireMessageTypes = Object.keys(messageTypes) as [WireMessageType, ...WireMessageType[]];

/** Without `message_type`: all except inner thoughts. */
export const ListMessages = z.object({
  id: repeated(oid),
  message_type: repeated(z.enum(wireMessageTypes).transform((type) => messageTypes[type])),
  interaction_id: repeated(oid),
  sort_by: sortParameter(['interaction_id', 'created_at']),
  ...pageParameters(1, 500, 500),
});

export const ConversationTags = mapOf(
  tagText,
  z
    .string()
    .min(1)
    .refine(...charactersUpTo(tagBounds.valueCharacters))
    .nullable(),
  { most: tagBounds.items, what: 'tags' },
);

/** A key of `deletes` that the conversation does not have counts for nothing. */
export const ModifyTags = named(
  'ModifyConversationTagsRequest',
  z.object({
    updates: ConversationTags.default({}),
    deletes: list(str1, { most: tagBounds.items }).default([]),
  }),
);

/** An id and the number of the version. */
export const VersionInfo = z.tuple([z.string(), z.int()]);

export const VersionSetInfo = named(
  'VersionSetInfo',
  z.strictObject({
    name: z.string(),
    agent_version_info: VersionInfo,
    service_hierarchical_state_machine_version_info: VersionInfo,
    llm_model_preferences: ModelPreferences,
  }),
);

export const Conversation = named(
  'Conversation',
  z.strictObject({
    id: z.string(),
    user_id: z.string(),
    created_at: wireTime,
    is_finished: z.boolean(),
    is_analyzed: z.boolean(),
    completed_post_processings: z.array(z.string()),
    /** Empty where the caller may not read it. */
    final_message: z.string(),
    service_id: z.string(),
    /** Null where the caller may not see version sets. */
    version_set_info: VersionSetInfo.nullable(),
    num_messages: z.int(),
    tags: z.record(z.string(), z.string().nullable()),
  }),
);

export const ConversationList = named(
  'ConversationList',
  z.strictObject({ conversations: z.array(Conversation), ...pageKeys }),
);

export const Message = named(
  'Message',
  z.strictObject({
    id: z.string(),
    interaction_id: z.string(),
    created_at: wireTime,
    /** Display name of the speaker. */
    sender: z.string(),
    message: z.string(),
    format: z.enum(['text', 'voice']),
    message_type: z.enum(wireMessageTypes),
  }),
);

export const MessageList = named('MessageList', z.strictObject({ messages: z.array(Message), ...pageKeys }));
