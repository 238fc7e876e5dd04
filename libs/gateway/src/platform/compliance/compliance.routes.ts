import { defineRoute } from '../../route/route.js';
import { forWorkspace } from '../../route/route-access.js';
import { readsPerMinute } from '../per-minute.js';
import { WorkspacePath } from '../workspace-path.js';
import { AccessReview } from './access-review-schemas.js';

export const getAccessReview = defineRoute({
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
