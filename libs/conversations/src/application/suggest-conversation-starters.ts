import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { ModelError, startersOf, startersRequest, type Starter } from '@svc/engine';
import { FieldChecks } from '@svc/errors';
import { organizationOf, type Clock, type IdGenerator } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import { CLOCK, IDS } from '@svc/service-host';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';
import { DEFINITIONS, MODELS, USERS, type Definitions, type Models, type Users } from '../ports/ports.js';
import { textOf } from './model-text.js';

const bounds = { facets: 20, facetCharacters: 500, instructionCharacters: 2_000, count: 10 };

export interface StartersRequested {
  readonly serviceId: string;
  readonly versionSetName: string;
  readonly facets: readonly string[];
  readonly minCount: number;
  readonly maxCount: number;
  readonly instructions: string;
}

/** How conversations of the caller with a service could begin. Nothing of it is stored. Errors: see the RPC. */
@Injectable()
export class SuggestConversationStarters {
  constructor(
    @Inject(USERS) private readonly users: Users,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
    @Inject(MODELS) private readonly models: Models,
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  async execute(
    { tenantId, caller, signal }: RequestContext,
    asked: StartersRequested,
  ): Promise<readonly Starter[]> {
    check(asked);
    const { serviceId, versionSetName, facets, minCount, maxCount, instructions } = asked;
    requirePermission(caller.grants, 'Conversation:CreateConversation', {
      org_id: organizationOf(tenantId),
      conversation_user_id: caller.userId,
      user_role_id: caller.roleId,
      service_id: serviceId,
    });
    const [{ pins, definition }, user] = await Promise.all([
      this.definitions.resolve(tenantId, serviceId, versionSetName),
      this.users.profile(tenantId, caller.userId),
    ]);
    const conversationId = this.ids.resourceId(tenantId);
    const model = this.models.forTurn({ conversationId, preferences: pins.llmModelPreferences });
    const request = startersRequest(definition, {
      callId: `${conversationId}/m.recommend.1`,
      ...{ facets, instructions, count: maxCount, preferredLanguage: user.preferredLanguage },
      atMs: this.clock.now(),
    });
    const starters = startersOf(await textOf(model, request, this.scheduler, signal), facets, maxCount);
    if (starters.length < minCount)
      throw new ModelError('bad_output', { privateDetail: `${starters.length} of ${minCount} starters` });
    return starters;
  }
}

/** @throws DomainError `validation_failed` */
function check({ versionSetName, facets, minCount, maxCount, instructions }: StartersRequested): void {
  const checks = new FieldChecks()
    .storable(['body', 'service_version_set_name'], versionSetName)
    .texts(['body', 'facets'], facets.slice(0, bounds.facets), bounds.facetCharacters)
    .atMost(['body', 'facets'], facets, bounds.facets)
    .text(['body', 'generation_instructions'], instructions, bounds.instructionCharacters);
  if (facets.length === 0) checks.refuse(['body', 'facets'], 'must hold at least 1 item', 'too_short');
  if (minCount < 1 || minCount > bounds.count)
    checks.refuse(['body', 'min_count'], `must be 1 to ${bounds.count}`, 'value_error');
  if (maxCount < Math.max(1, minCount) || maxCount > bounds.count)
    checks.refuse(['body', 'max_count'], `must be min_count to ${bounds.count}`, 'value_error');
  checks.verify();
}
