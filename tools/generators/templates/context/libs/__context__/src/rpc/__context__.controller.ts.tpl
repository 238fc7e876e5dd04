import {
  {{Context}}ServiceService,
  type Create{{Aggregate}}Request,
  type Create{{Aggregate}}Response,
  type Get{{Aggregate}}Request,
  type Get{{Aggregate}}Response,
  type List{{Aggregate}}sRequest,
  type List{{Aggregate}}sResponse,
} from '@svc/contracts/{{context}}';
import { FieldChecks, pageOf, requireResourceId } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { Create{{Aggregate}} } from '../application/create-{{aggregateKebab}}.js';
import { Get{{Aggregate}} } from '../application/get-{{aggregateKebab}}.js';
import { List{{Aggregate}}s } from '../application/list-{{aggregateKebab}}s.js';

const pageLimits = { minimum: 0, maximum: 100 };

/** {{Context}}Service (proto/svc/{{context}}/v1/{{context}}_service.proto): maps, and calls the use case. */
@RpcController({{Context}}ServiceService)
export class {{Context}}Controller {
  constructor(
    private readonly create: Create{{Aggregate}},
    private readonly get: Get{{Aggregate}},
    private readonly list: List{{Aggregate}}s,
  ) {}

  async create{{Aggregate}}(
    { caller, name }: Create{{Aggregate}}Request,
    call: RpcCall,
  ): Promise<Complete<Create{{Aggregate}}Response>> {
    return { {{aggregate}}Id: await this.create.execute(requestContextOf(caller, call), { name }) };
  }

  async get{{Aggregate}}(request: Get{{Aggregate}}Request, call: RpcCall): Promise<Complete<Get{{Aggregate}}Response>> {
    const context = requestContextOf(request.caller, call);
    const id = requireResourceId(context.tenantId, '{{aggregateWords}}', request.{{aggregate}}Id);
    return { {{aggregate}}: await this.get.execute(context, id) };
  }

  async list{{Aggregate}}s(
    { caller, page }: List{{Aggregate}}sRequest,
    call: RpcCall,
  ): Promise<Complete<List{{Aggregate}}sResponse>> {
    const checks = new FieldChecks();
    const { limit, offset } = pageOf(page, pageLimits, checks);
    checks.verify();
    const { {{aggregate}}s, hasMore } = await this.list.execute(requestContextOf(caller, call), { limit, offset });
    return { {{aggregate}}s: [...{{aggregate}}s], page: { hasMore, nextOffset: hasMore ? offset + limit : undefined } };
  }
}
