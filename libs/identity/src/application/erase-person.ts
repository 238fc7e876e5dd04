import { Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { DomainError, requireResourceId } from '@svc/errors';
import type { CommandTarget } from '@svc/event-store';
import { isUuid, userSubject, workspaceTenant } from '@svc/kernel';
import { DataKeys, Erasures } from '@svc/privacy';
import type { Installer, WorkspaceRequestContext } from '@svc/rpc';
import { Persons } from './persons.js';

/**
 * Destroys the key of a person of a workspace, so that nothing sealed under it opens any more, in any context. Resolves once
 * the list outside the database has the erasure too.
 */
@Injectable()
export class ErasePerson {
  constructor(
    private readonly persons: Persons,
    private readonly keys: DataKeys,
    private readonly erasures: Erasures,
  ) {}

  /** Can be repeated. @throws DomainError `permission_denied`, `not_found` (no id), `service_unavailable` */
  async byRequest({ caller, tenantId, metadata }: WorkspaceRequestContext, personId: string): Promise<void> {
    requireWorkspacePermission(caller, 'Entity.delete');
    await this.#erase({ tenantId, id: requireResourceId(tenantId, 'entity', personId), metadata });
  }

  /** Can be repeated. @throws DomainError `not_found`: nobody ever had a key of this name; `service_unavailable` */
  async byInstaller({ metadata }: Installer, workspaceId: string, personId: string): Promise<void> {
    const [tenantId, id] = [workspaceTenant(workspaceId.toLowerCase()), personId.toLowerCase()];
    const subject = userSubject(tenantId, id);
    const isKnown = isUuid(workspaceId) && isUuid(personId) && (await this.keys.read([subject])).has(subject);
    if (!isKnown) throw new DomainError('not_found', 'There is no such person in this workspace.');
    await this.#erase({ tenantId, id, metadata });
  }

  #erase(target: CommandTarget): Promise<void> {
    return this.erasures.recording(userSubject(target.tenantId, target.id), () => this.persons.end(target));
  }
}
