import { Inject, UseGuards } from '@nestjs/common';
import {
  WorldAdminServiceService,
  type EraseSubjectRequest,
  type EraseSubjectResponse,
  type ListSubjectsOfPersonRequest,
  type ListSubjectsOfPersonResponse,
} from '@svc/contracts/world';
import { DomainError } from '@svc/errors';
import { isSubject, userOfSubject, userSubject } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { RpcController } from '@svc/rpc/nest';
import { DATABASE, InstallersGuard, SubjectErasure } from '@svc/service-host';
import { idsOfPerson } from '../projections/merged-query.js';

/** For the installer, without a caller (proto/svc/world/v1/world_admin_service.proto). */
@RpcController(WorldAdminServiceService)
@UseGuards(InstallersGuard)
export class WorldAdminController {
  constructor(
    private readonly erasure: SubjectErasure,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async eraseSubject({ subject }: EraseSubjectRequest): Promise<EraseSubjectResponse> {
    if (!isSubject(subject))
      throw new DomainError('invalid_request', 'A subject is an id of 1 to 512 bytes.');
    await this.erasure.execute({ subject });
    return {};
  }

  async listSubjectsOfPerson({
    subject,
  }: ListSubjectsOfPersonRequest): Promise<ListSubjectsOfPersonResponse> {
    const person = userOfSubject(subject);
    if (person === null) throw new DomainError('invalid_request', 'This is the subject of no person.');
    const { tenantId, userId } = person;
    const ids = await idsOfPerson(this.database, tenantId, userId);
    const others = ids.filter((id) => id !== userId).map((id) => userSubject(tenantId, id));
    return { subjects: [...others, subject] };
  }
}
