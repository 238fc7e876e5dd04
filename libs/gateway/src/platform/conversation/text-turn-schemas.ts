import { text, visibleText } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { e164 } from './conversation-requests.js';

export const maxReplyCharacters = 8_192;

export const TextTurnRequest = named(
  'TextTurnRequest',
  z.object({
    phone_number: e164,
    /** The number that was written to. Nothing depends on it yet. */
    agent_phone: e164,
    text: visibleText({ most: 8_192 }),
  }),
);

export const TextTurnResponse = named(
  'TextTurnResponse',
  z.strictObject({
    /** Answers that waited come first, a line each. */
    text: text({ most: maxReplyCharacters }),
  }),
);
