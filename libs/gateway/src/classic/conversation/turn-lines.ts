import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { Action } from './action-types.js';

const ConversationCreated = named(
  'ConversationCreatedEvent',
  z.strictObject({
    type: z.literal('conversation-created'),
    conversation_id: z.string(),
  }),
);

const UserMessageAvailable = named(
  'UserMessageAvailableEvent',
  z.strictObject({
    type: z.literal('user-message-available'),
    message_id: z.string(),
    user_message: z.string(),
  }),
);

const CurrentAgentAction = named(
  'CurrentAgentActionEvent',
  z.strictObject({ type: z.literal('current-agent-action'), action: Action }),
);

const NewMessage = named(
  'NewMessageEvent',
  z.strictObject({
    type: z.literal('new-message'),
    message: z.string(),
    /** In voice, which is not built: when each character is heard, in ms. Null in text. */
    transcript_alignment: z.array(z.tuple([z.int(), z.string()])).nullable(),
    stop: z.boolean(),
    sequence_number: z.int(),
    message_id: z.string(),
  }),
);

const InteractionComplete = named(
  'InteractionCompleteEvent',
  z.strictObject({
    type: z.literal('interaction-complete'),
    message_id: z.string(),
    interaction_id: z.string(),
    full_message: z.string(),
    conversation_completed: z.boolean(),
  }),
);

/** Always the last line: the interaction is voided. */
const StreamError = named(
  'StreamErrorEvent',
  z.strictObject({
    type: z.literal('error'),
    http_error_code: z.int(),
    error_description: z.string(),
  }),
);

const ofEveryTurn = [CurrentAgentAction, NewMessage, InteractionComplete, StreamError] as const;

/** Lines of a stream that begins a conversation. Clients reject a line of any other type. */
export const CreateLine = named(
  'ConversationCreationEvent',
  z.discriminatedUnion('type', [ConversationCreated, ...ofEveryTurn]),
);

/** Lines of a stream that takes a turn. */
export const InteractLine = named(
  'InteractionEvent',
  z.discriminatedUnion('type', [UserMessageAvailable, ...ofEveryTurn]),
);

export type TurnLine = z.input<typeof CreateLine> | z.input<typeof InteractLine>;
