import { DomainError } from '@svc/errors';

/**
 * To be asked once the caller may have the turn: whoever may not learns nothing of the agent.
 * @throws DomainError `invalid_request`: no agent of this system has a voice.
 */
export function refuseVoice(isSpoken: boolean): void {
  if (isSpoken) throw new DomainError('invalid_request', 'This agent has no voice: use the format "text".');
}
