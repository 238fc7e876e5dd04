import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { WAITS, type WaitsClient } from '../../services.js';
import { named } from '../../wire/documented.js';
import { smallBody } from '../../wire/sizes.js';
import { definitionId } from '../definition/definition-routes.js';
import { writesPerMinute } from '../per-minute.js';
import { workspaceId } from '../workspace-path.js';

const Approval = named(
  'IntegrationApprovalResponse',
  z.strictObject({ status: z.enum(['granted', 'rejected']), conversation_id: z.string().min(1).max(256) }),
);
const Rejection = named(
  'IntegrationRejectRequest',
  z.object({ reason: z.string().max(2_000).nullable().optional() }),
);

const params = z.object({ workspace_id: workspaceId, conversation_id: definitionId });
const shared = {
  surface: 'platform',
  method: 'POST',
  access: forWorkspace('ReviewQueue.review'),
  answer: { status: 200, content: 'json', schema: Approval },
  errors: ['not_found', 'invalid_request'],
  perMinute: writesPerMinute,
} as const;

const approve = defineRoute({
  ...shared,
  operationId: 'approve-integration-call',
  path: '/v1/:workspace_id/integrations/approvals/:conversation_id/approve',
  summary:
    'Approves what a conversation waits for a person for: a parked call of a tool, which is made once, and the state that it is in. Of two decisions the first counts; 404 where it waits for none.',
  request: { params },
});

const reject = defineRoute({
  ...shared,
  operationId: 'reject-integration-call',
  path: '/v1/:workspace_id/integrations/approvals/:conversation_id/reject',
  summary:
    'Rejects what a conversation waits for a person for: a parked call is never made, and the agent is told the reason. Of two decisions the first counts; 404 where it waits for none.',
  request: { params, body: { media: 'json', schema: Rejection, maxBytes: smallBody } },
  example: { body: { reason: 'The slot is reserved.' } },
});

@Controller()
export class ApprovalController {
  constructor(@Inject(WAITS) private readonly waits: WaitsClient) {}

  @Serves(approve)
  async approve({ caller, params: { conversation_id } }: RouteInput<typeof approve>) {
    await this.#decide(caller, conversation_id, 'approved', undefined);
    return { status: 'granted', conversation_id } as const;
  }

  @Serves(reject)
  async reject({ caller, params: { conversation_id }, body }: RouteInput<typeof reject>) {
    await this.#decide(caller, conversation_id, 'rejected', body.reason ?? undefined);
    return { status: 'rejected', conversation_id } as const;
  }

  async #decide(
    caller: RouteInput<typeof approve>['caller'],
    conversationId: string,
    decision: 'approved' | 'rejected',
    reason: string | undefined,
  ): Promise<void> {
    await this.waits.decideApproval({ caller, conversationId, decision, reason });
  }
}
