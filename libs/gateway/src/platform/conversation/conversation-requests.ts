import { orNull, text } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { flag, wholeNumber } from '../../wire/query.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';
import { Channel, channels, statuses } from './channel-kinds.js';

const id = z.uuid().toLowerCase();
export const e164 = z.string().regex(/^\+[1-9]\d{1,14}$/, 'must be a number such as +4930123456');
const instruction = orNull(text({ most: 10_000 }));

export const ConversationPath = z.object({ workspace_id: workspaceId, conversation_id: uuid.toLowerCase() });

export const ListConversations = z.object({
  channel_kind: z.enum(channels.names).optional(),
  /** `frozen`, the word of the May edition for a conversation between two turns, is `active` too. */
  status: z.enum([...statuses.names, 'frozen']).optional(),
  limit: wholeNumber(1, 100).default(20),
  offset: wholeNumber(0, 2_000_000_000).default(0),
});

export const ToolCallsQuery = z.object({ include_tool_calls: flag.default(false) });

export const TurnQuery = ToolCallsQuery.extend({ poll: flag.default(false) });

export const CreateConversation = named(
  'CreateConversationRequest',
  z.object({
    service_id: id,
    entity_id: orNull(id),
    channel: Channel.default('web'),
    recipient: orNull(e164),
    use_case_id: orNull(id),
    instruction,
    force_new: z.boolean().default(false),
    auto_greet: z.boolean().default(true),
  }),
);

export const SwitchChannel = named(
  'SwitchChannelRequest',
  z.object({
    channel: Channel,
    recipient: orNull(e164),
    use_case_id: orNull(id),
    reason: text({ least: 1, most: 256 }),
    dispatch_opener: z.boolean().default(false),
    instruction,
  }),
);

export const StartSession = named(
  'StartSessionRequest',
  z.object({
    service_id: id,
    entity_id: orNull(id),
    canonical_id: orNull(text({ least: 3, most: 256 })),
    channel_kind: z.literal('web', 'must be web'),
    greeting: orNull(text({ most: 2_000 })),
  }),
);

const ContentPart = named(
  'ContentPartPayload',
  z.object({
    type: z
      .string()
      .max(64)
      .regex(/^[a-z][a-z0-9._-]*$/)
      .default('text'),
    text: orNull(text({ most: 10_000 })),
    url: orNull(text({ most: 2_048 })),
    media_type: orNull(text({ most: 128 })),
    provider_id: orNull(text({ most: 256 })),
    metadata: z
      .record(z.string(), z.unknown())
      .refine((metadata) => Object.keys(metadata).length <= 50, 'must have at most 50 keys')
      .default({}),
  }),
);

export type TurnBody = z.output<typeof TurnRequest>;

export const TurnRequest = named(
  'TurnRequest',
  z.object({
    message: text({ most: 10_000 }).default(''),
    content: orNull(z.array(ContentPart).max(20)),
    media_url: orNull(text({ most: 2_048 })),
    media_type: orNull(text({ most: 128 })),
    context: orNull(text({ most: 100_000 })),
    viewport_width: orNull(z.int().min(20).max(500)),
    viewport_height: orNull(z.int().min(5).max(500)),
    wait_for_final: z.boolean().nullish(),
    suppress_filler: z.boolean().nullish(),
  }),
);

/**
 * The message with all parts that came with it, a line each. What is no text is told by its type and address: agents read words
 * alone.
 */
export function wordsOfTurn({ message, content, media_url: url, media_type: mediaType }: TurnBody): string {
  const parts = [...(content ?? []), { text: null, url, media_type: mediaType }];
  const lines = parts.map((part) => part.text ?? attached(part.url, part.media_type));
  return [message, ...lines].filter((line) => line !== '').join('\n');
}

function attached(url: string | null, mediaType: string | null): string {
  if (url === null) return '';
  return `[${mediaType ?? 'attachment'}: ${url}]`;
}
