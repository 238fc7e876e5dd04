import { UseGuards } from '@nestjs/common';
import { AgentsAdminServiceService, type SeedDefinitionsRequest } from '@svc/contracts/agents';
import type { RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { InstallersGuard } from '@svc/service-host';
import { SeedDefinitions } from '../application/seed-definitions.js';
import { installerOf } from './installer.js';
import { definitionsToSeed } from './seed-request.js';

/** AgentsAdminService (proto/svc/agents/v1/agents_admin_service.proto): for the installer, without a caller. */
@RpcController(AgentsAdminServiceService)
@UseGuards(InstallersGuard)
export class AgentsAdminController {
  constructor(private readonly definitions: SeedDefinitions) {}

  async seedDefinitions({ tenantId, author, definitionsJson }: SeedDefinitionsRequest, call: RpcCall) {
    const installer = installerOf(tenantId, author, call);
    return this.definitions.execute(installer, definitionsToSeed(definitionsJson));
  }
}
