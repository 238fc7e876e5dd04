import type { ErasureRequest } from '@svc/service-host';

/** As in identity's event of a deleted user. */
export function erasureRequest(subject: string): ErasureRequest {
  return {
    subject,
    metadata: { actor: 'service:conversations', correlationId: 'request', causationId: 'user-deleted' },
  };
}
