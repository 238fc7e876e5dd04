import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission, workspaceCallerToProto } from '@svc/auth';
import { PersonServiceService } from '@svc/contracts/identity';
import { userSubject } from '@svc/kernel';
import type { RpcClient, WorkspaceRequestContext } from '@svc/rpc';
import { clientToken } from '@svc/rpc/nest';
import { existingEntity } from '../domain/entity/entity.js';
import { Entities } from './entities.js';
import { EraseSubject } from './erase-subject.js';

type Persons = Pick<RpcClient<typeof PersonServiceService>, 'erasePerson'>;

/** Erases entities in all contexts. */
@Injectable()
export class EraseEntity {
  constructor(
    private readonly entities: Entities,
    private readonly eraseSubject: EraseSubject,
    @Inject(clientToken(PersonServiceService)) private readonly identity: Persons,
  ) {}

  /**
   * Destroys its key first: what fails after that, each context does by the event that identity publishes. Here it is erased
   * before the answer, so that no read after it finds the entity.
   * @throws DomainError `permission_denied`, `not_found` (also of an erased one), `service_unavailable`
   */
  async execute({ caller, tenantId, metadata }: WorkspaceRequestContext, id: string): Promise<void> {
    requireWorkspacePermission(caller, 'Entity.delete');
    const { state } = await this.entities.load(tenantId, id);
    existingEntity(state);
    await this.identity.erasePerson({ caller: workspaceCallerToProto(caller), personId: id });
    await this.eraseSubject.execute({ subject: userSubject(tenantId, id), metadata });
  }
}
