import { UseGuards } from '@nestjs/common';
import { AgentsAdminServiceService, type SeedDefinitionsRequest } from '@svc/contracts/agents';
import type { RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { OperatorsGuard } from '@svc/service-host';
import { SeedDefinitions } from '../application/seed-definitions.js';
import { operatorOf } from './operator.js';
import { definitionsToSeed } from './seed-request.js';

/** AgentsAdminService (proto/svc/agents/v1/agents_admin_service.proto): for the operator, without a caller. */
@RpcController(AgentsAdminServiceService)
@UseGuards(OperatorsGuard)
export class AgentsAdminController {
  constructor(private readonly definitions: SeedDefinitions) {}

  async seedDefinitions({ tenantId, author, definitionsJson }: SeedDefinitionsRequest, call: RpcCall) {
    const operator = operatorOf(tenantId, author, call);
    return this.definitions.execute(operator, definitionsToSeed(definitionsJson));
  }
}
