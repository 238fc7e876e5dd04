import { Controller, Inject } from '@nestjs/common';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { readsPerMinute } from '../per-minute.js';
import { WorkspacePath } from '../workspace-path.js';
import { fromAccessReview } from './access-review-mapping.js';
import { AccessReview } from './access-review-schemas.js';

const getAccessReview = defineRoute({
  surface: 'platform',
  operationId: 'get-access-review',
  method: 'GET',
  path: '/v1/:workspace_id/compliance/access-review',
  summary:
    'Tells who has, or had, access by a key of the workspace: made by whom, used when last, ending when, deleted ones of the past 90 days included.',
  access: forWorkspace('Audit.view'),
  request: { params: WorkspacePath },
  answer: { status: 200, content: 'json', schema: AccessReview },
  errors: [],
  perMinute: readsPerMinute,
});

@Controller()
export class ComplianceController {
  constructor(@Inject(IDENTITY) private readonly identity: IdentityClient) {}

  @Serves(getAccessReview)
  async accessReview({ caller }: RouteInput<typeof getAccessReview>) {
    return fromAccessReview(await this.identity.getAccessReview({ caller }));
  }
}
