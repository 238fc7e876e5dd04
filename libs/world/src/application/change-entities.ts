import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { ConcurrencyError } from '@svc/event-store';
import { userSubject, type IdGenerator } from '@svc/kernel';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { IDS } from '@svc/service-host';
import { SubjectKeyMaker } from '../adapters/subject-key-maker.js';
import { canonicalEntity } from '../domain/entity/canonical-entity.js';
import { existingEntity, type ExistingEntity } from '../domain/entity/entity.js';
import type { EntityOrigin, EntityProfile } from '../domain/entity/entity-fields.js';
import { checkOrigin, checkProfile } from '../domain/entity/entity-rules.js';
import { Entities } from './entities.js';

export interface NewEntity extends Omit<EntityOrigin, 'entityId'> {
  readonly profile: EntityProfile;
}

/** Creates and changes entities. Both throw DomainError `permission_denied`, `service_unavailable` (no key now). */
@Injectable()
export class ChangeEntities {
  constructor(
    private readonly entities: Entities,
    private readonly keys: SubjectKeyMaker,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /** @throws DomainError `validation_failed`; `conflict` where there is one with this canonical id */
  async create(
    { caller, tenantId, metadata }: WorkspaceRequestContext,
    { profile, ...origin }: NewEntity,
  ): Promise<ExistingEntity> {
    requireWorkspacePermission(caller, 'Entity.update');
    checkOrigin(origin);
    checkProfile(profile);
    const { canonicalId } = profile;
    const id = canonicalId === null ? this.ids.resourceId(tenantId) : canonicalEntity(tenantId, canonicalId);
    await this.keys.ensure(userSubject(tenantId, id));
    const command = { type: 'CreateEntity', entityId: id, ...origin, profile, facts: {} } as const;
    const { state } = await this.entities
      .create({ tenantId, id, metadata }, command)
      .catch((cause: unknown) => {
        if (!(cause instanceof ConcurrencyError)) throw cause;
        throw new DomainError('conflict', 'There is already an entity with this canonical id.', { cause });
      });
    return existingEntity(state);
  }

  /** What `profile` leaves out stays. @throws DomainError `not_found`, `validation_failed` */
  async change(
    { caller, tenantId, metadata }: WorkspaceRequestContext,
    id: string,
    profile: Partial<EntityProfile>,
  ): Promise<ExistingEntity> {
    requireWorkspacePermission(caller, 'Entity.update');
    const { state: found } = await this.entities.load(tenantId, id);
    existingEntity(found);
    // Of one that events have told of, nothing personal was known before.
    await this.keys.ensure(userSubject(tenantId, id));
    const command = { type: 'ChangeEntity', profile } as const;
    const { state } = await this.entities.change({ tenantId, id, metadata }, () => command);
    return existingEntity(state);
  }
}
