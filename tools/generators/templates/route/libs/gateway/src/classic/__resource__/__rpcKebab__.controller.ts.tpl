import { Controller, {{httpMethod}}, {{parameterImport}}Inject } from '@nestjs/common';
import type { Caller } from '@svc/contracts/common';
import { CurrentCaller } from '../../access/current-caller.js';
import { ForCallers } from '../../access/route-access.js';
import { {{clientToken}}, type {{client}} } from '../../services.js';

@Controller('{{prefix}}')
export class {{rpc}}Controller {
  constructor(@Inject({{clientToken}}) private readonly {{context}}: {{client}}) {}

  @{{httpMethod}}({{subPath}})
  @ForCallers()
  async {{rpcCamel}}(
    @CurrentCaller() caller: Caller,
    {{parameterList}}
  ) {
    return this.{{context}}.{{rpcCamel}}({ {{requestFields}} });
  }
}
