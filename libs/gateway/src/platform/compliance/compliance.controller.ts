import { Controller, Inject } from '@nestjs/common';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { fromAccessReview } from './access-review-mapping.js';
import { getAccessReview } from './compliance.routes.js';

@Controller()
export class ComplianceController {
  constructor(@Inject(IDENTITY) private readonly identity: IdentityClient) {}

  @Serves(getAccessReview)
  async accessReview({ caller }: RouteInput<typeof getAccessReview>) {
    return fromAccessReview(await this.identity.getAccessReview({ caller }));
  }
}
