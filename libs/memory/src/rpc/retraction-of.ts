import type { RetractMemoriesRequest } from '@svc/contracts/memory';
import { DomainError, requireResourceId } from '@svc/errors';
import { isStorableText, type TenantId } from '@svc/kernel';
import type { Retraction } from '../domain/user-model/retraction.js';

/** @throws DomainError `invalid_request` when nothing is named, `not_found` for a malformed id */
export function retractionOf(tenantId: TenantId, retracted: RetractMemoriesRequest['retracted']): Retraction {
  switch (retracted?.$case) {
    case 'conversationId':
      return {
        type: 'conversation',
        conversationId: requireResourceId(tenantId, 'conversation', retracted.value),
      };
    case 'messageId':
      return { type: 'message', messageId: storable(retracted.value) };
    case 'memoryId':
      return { type: 'memory', memoryId: requireResourceId(tenantId, 'memory', retracted.value) };
    case undefined:
      throw new DomainError('invalid_request', 'Name a conversation, a message or a memory.');
  }
}

/** Message ids belong to another context. */
function storable(messageId: string): string {
  if (isStorableText(messageId)) return messageId;
  throw new DomainError('not_found', 'There is no message with this id.');
}
