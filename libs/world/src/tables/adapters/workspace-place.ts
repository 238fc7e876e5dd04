import { createHash, createHmac } from 'node:crypto';
import type { TenantId } from '@svc/kernel';

/** What a session of a workspace may do. */
export type Access = 'write' | 'read';

/** Where a workspace's tables are, and who may sign in for them. */
export interface WorkspacePlace {
  readonly tenantId: TenantId;
  readonly schema: string;
  /** They sign in, are members of nothing, and own nothing. */
  readonly roles: Readonly<Record<Access, string>>;
}

/** What the key of `passwordOf` is derived from the master key of the service for. */
export const tablesRoleKey = 'workspace-tables';

/** 96 bits, so that none meets another. */
const hashDigits = 24;

/** @param salt of the tables' database: roles are global to a server */
export function workspacePlace(tenantId: TenantId, salt: string): WorkspacePlace {
  const hash = createHash('sha256').update(`${salt}/${tenantId}`).digest('hex').slice(0, hashDigits);
  const schema = `wt_${hash}`;
  return { tenantId, schema, roles: { write: `${schema}_write`, read: `${schema}_read` } };
}

/** Derived, so that no password is stored: the server has only a verifier of it. */
export function passwordOf(role: string, key: Buffer): string {
  return createHmac('sha256', key).update(role).digest('base64url');
}
