import type { Caller as CallerProto } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import { isTenantId, type TenantId } from '@svc/kernel';
import type { Grant } from './grant.js';
import { grantsFromProto } from './grant-mapping.js';

/** The authenticated user behind a request. The gateway verifies it; services trust the gateway and apply `grants`. */
export interface Caller {
  /** The tenant that the request is about. */
  readonly tenantId: TenantId;
  /** The user's own organization. It differs from the tenant where they are a member. */
  readonly orgId: string;
  readonly userId: string;
  /** The person behind the request: another than the user if a key of that person signed the user in. */
  readonly responsibleUserId: string;
  /** Whether they signed in with a key that they made themselves, or that the installer issued to them. */
  readonly withOwnKey: boolean;
  /** Their role in the tenant. */
  readonly roleId: string;
  readonly roleName: string;
  readonly displayName: string;
  /** Templates are filled in. The gateway may send only the grants for permissions that the call needs. */
  readonly grants: readonly Grant[];
}

/** @throws DomainError `unauthenticated` when the request carries no caller. */
export function callerFromProto(message: CallerProto | undefined): Caller {
  if (!message || !isTenantId(message.tenantId))
    throw new DomainError('unauthenticated', 'Sign in first.', { privateDetail: 'request without a caller' });
  const { tenantId, userId, responsibleUserId = userId } = message;
  return { ...message, tenantId, responsibleUserId, grants: grantsFromProto(message.grants) };
}
