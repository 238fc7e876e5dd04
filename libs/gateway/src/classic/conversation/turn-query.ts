import { MessageFormat } from '@svc/contracts/conversations';
import { z } from 'zod';
import { ActionFilterParameter, anyAction } from './action-filter.js';

const format = z.enum(['text', 'voice']);

/** `audio_format` of the older contract is accepted and ignored. */
export const CreateQuery = z.object({
  response_format: format,
  current_agent_action_type: ActionFilterParameter.default(() => anyAction),
});

export const InteractQuery = CreateQuery.extend({ request_format: format });

export const messageFormats = {
  text: MessageFormat.MESSAGE_FORMAT_TEXT,
  voice: MessageFormat.MESSAGE_FORMAT_VOICE,
} as const satisfies Record<z.output<typeof format>, MessageFormat>;
