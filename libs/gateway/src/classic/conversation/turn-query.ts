import { DomainError } from '@svc/errors';
import { z } from 'zod';
import { ActionFilterParameter, anyAction } from './action-filter.js';

const format = z.enum(['text', 'voice']);

/** `audio_format` of the older contract is accepted and has no effect. */
export const CreateQuery = z.object({
  response_format: format,
  current_agent_action_type: ActionFilterParameter.default(() => anyAction),
});

export const InteractQuery = CreateQuery.extend({ request_format: format });

/** @throws DomainError `invalid_request`: no agent of this system has a voice. */
export function refuseVoice(...formats: readonly ('text' | 'voice')[]): void {
  if (formats.includes('voice'))
    throw new DomainError('invalid_request', 'This agent has no voice: use the format "text".');
}
