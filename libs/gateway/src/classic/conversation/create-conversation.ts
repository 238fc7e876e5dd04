import { MessageType, type CreateConversationRequest } from '@svc/contracts/conversations';
import { z } from 'zod';
import type { Complete } from '../../services.js';
import { named } from '../../wire/documented.js';
import { oid } from '../../wire/query.js';
import { requestFields } from '../../wire/request-fields.js';
import { nameText, textUpTo } from '../../wire/text.js';
import { ConversationTags } from './conversation-schemas.js';

const initialMessageTypes = {
  'user-message': MessageType.MESSAGE_TYPE_USER_MESSAGE,
  'external-event': MessageType.MESSAGE_TYPE_EXTERNAL_EVENT,
} as const;

export const CreateConversation = named(
  'CreateConversationRequest',
  z
    .object({
      service_id: oid,
      service_version_set_name: nameText.default('release'),
      initial_message: textUpTo(20_000).nullish(),
      initial_message_type: z.enum(['user-message', 'external-event']).nullish(),
      tags: ConversationTags.default({}),
    })
    .refine(({ initial_message, initial_message_type }) => !initial_message_type || initial_message, {
      path: ['initial_message_type'],
      error: 'goes only together with initial_message',
    }),
);

export function toCreateConversation(
  body: z.output<typeof CreateConversation>,
): Omit<Complete<CreateConversationRequest>, 'caller' | 'responseFormat'> {
  const { initial_message: text, initial_message_type: type, tags, ...fields } = body;
  return {
    ...requestFields(fields),
    initialMessage: text ? { text, type: initialMessageTypes[type ?? 'user-message'] } : undefined,
    tags: Object.entries(tags).map(([key, value]) => ({ key, value: value ?? undefined })),
  };
}
