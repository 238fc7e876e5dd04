import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission, workspaceCallerToProto } from '@svc/auth';
import { PersonServiceService } from '@svc/contracts/identity';
import { userSubject } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RpcClient, WorkspaceRequestContext } from '@svc/rpc';
import { clientToken } from '@svc/rpc/nest';
import { DATABASE } from '@svc/service-host';
import { entityNotFound } from '../domain/entity/entity.js';
import { idsOfPerson } from '../projections/merged-query.js';
import { EraseSubject } from './erase-subject.js';

type Persons = Pick<RpcClient<typeof PersonServiceService>, 'erasePerson'>;

/** Erases entities in all contexts. */
@Injectable()
export class EraseEntity {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly eraseSubject: EraseSubject,
    @Inject(clientToken(PersonServiceService)) private readonly identity: Persons,
  ) {}

  /**
   * With all that are one with it. Destroys each key first: what fails after that, each context does by the event that identity publishes. Here it is erased
   * before the answer, so that no read after it finds the entity.
   * @throws DomainError `permission_denied`, `not_found` (also of an erased one), `service_unavailable`
   */
  async execute({ caller, tenantId, metadata }: WorkspaceRequestContext, id: string): Promise<void> {
    requireWorkspacePermission(caller, 'Entity.delete');
    const ids = await idsOfPerson(this.database, tenantId, id);
    if (!ids.includes(id)) throw entityNotFound();
    for (const personId of ids) {
      await this.identity.erasePerson({ caller: workspaceCallerToProto(caller), personId });
      await this.eraseSubject.execute({ subject: userSubject(tenantId, personId), metadata });
    }
  }
}
