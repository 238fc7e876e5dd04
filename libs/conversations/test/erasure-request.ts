import type { ErasureRequest } from '@svc/service-host';

/** As identity's word that a user is deleted has it. */
export function erasureRequest(subject: string): ErasureRequest {
  return {
    subject,
    metadata: { actor: 'service:conversations', correlationId: 'request', causationId: 'user-deleted' },
  };
}
