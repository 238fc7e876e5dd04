import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import type { UserModelEntry } from '../domain/user-model/user-model.js';
import { USERS, type Users } from '../ports/ports.js';
import { UserModels } from './user-models.js';

export interface ShownUserModel {
  /** In the order in which each topic was first mentioned. */
  readonly entries: readonly UserModelEntry[];
  /** Notes about the user that were entered by hand, oldest first. */
  readonly additionalContext: readonly string[];
}

/** L3 of a user, as it is now. */
@Injectable()
export class GetUserModel {
  constructor(
    private readonly models: UserModels,
    @Inject(USERS) private readonly users: Users,
  ) {}

  /** @throws DomainError `not_found` when the user does not exist, `permission_denied`. */
  async execute({ tenantId, caller }: RequestContext, userId: string): Promise<ShownUserModel> {
    const user = await this.users.profile(tenantId, userId);
    requirePermission(caller.grants, 'User:GetUserModel', {
      org_id: organizationOf(tenantId),
      user_id: userId,
      user_role_id: user.roleId,
      visible_to_admins: user.isUserModelVisibleToAdmins,
    });
    const { state } = await this.models.load(tenantId, userId);
    return { entries: state?.entries ?? [], additionalContext: user.additionalContext };
  }
}
