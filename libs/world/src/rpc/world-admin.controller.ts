import { UseGuards } from '@nestjs/common';
import {
  WorldAdminServiceService,
  type EraseSubjectRequest,
  type EraseSubjectResponse,
} from '@svc/contracts/world';
import { DomainError } from '@svc/errors';
import { isSubject } from '@svc/kernel';
import { RpcController } from '@svc/rpc/nest';
import { InstallersGuard, SubjectErasure } from '@svc/service-host';

/** For the installer, without a caller (proto/svc/world/v1/world_admin_service.proto). */
@RpcController(WorldAdminServiceService)
@UseGuards(InstallersGuard)
export class WorldAdminController {
  constructor(private readonly erasure: SubjectErasure) {}

  async eraseSubject({ subject }: EraseSubjectRequest): Promise<EraseSubjectResponse> {
    if (!isSubject(subject))
      throw new DomainError('invalid_request', 'A subject is an id of 1 to 512 bytes.');
    await this.erasure.execute({ subject });
    return {};
  }
}
