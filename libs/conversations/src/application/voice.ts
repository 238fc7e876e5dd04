import { DomainError } from '@svc/errors';

/**
 * Call it after the permission check: without the permission a caller learns nothing of the agent.
 * @throws DomainError `invalid_request`: no agent of this system has a voice.
 */
export function refuseVoice(isSpoken: boolean): void {
  if (isSpoken) throw new DomainError('invalid_request', 'This agent has no voice: use the format "text".');
}
