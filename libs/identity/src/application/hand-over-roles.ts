import { Inject, Injectable } from '@nestjs/common';
import { organizationTenant, type Clock, type IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, IDS, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import {
  queryRoleHolders,
  queryRolesInHandOver,
  type RoleInHandOver,
} from '../projections/roles-in-hand-over-query.js';
import { ApiKeys } from './api-keys.js';
import { Roles } from './roles.js';
import { Users } from './users.js';

const everyMs = 60_000;
const usersAtOnce = 100;

/**
 * Gives everybody with a replaced role its successor, by events that reach all contexts. The successor's grants count
 * from the start. Runs when a role is replaced, at a start and once a minute. Every process may run it, as each stream
 * decides each step.
 */
@Injectable()
export class HandOverRoles {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(
    private readonly roles: Roles,
    private readonly users: Users,
    private readonly apiKeys: ApiKeys,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    this.#timer = setInterval(() => this.wake(), everyMs).unref();
  }

  /** Runs now, in the background. */
  wake(): void {
    this.#running = this.#running
      .then(() => this.execute())
      .catch((error: unknown) => this.logger.error('replaced roles can not be handed over', { error }));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Hands over all replaced roles, and ends those replaced a day ago. An error with one holds up no other. */
  async execute(): Promise<void> {
    if (this.#isStopped) return;
    for (const role of await queryRolesInHandOver(this.database, this.clock.now())) {
      const { orgId, roleId } = role;
      await this.#advance(role).catch((error: unknown) =>
        this.logger.error('a replaced role can not be handed over', { error, orgId, roleId }),
      );
    }
  }

  async #advance(role: RoleInHandOver): Promise<void> {
    const isHandedOver = await this.#handOver(role);
    if (isHandedOver && role.isOver) await this.#expire(role);
  }

  /** @returns whether nobody has the role now. */
  async #handOver(role: RoleInHandOver): Promise<boolean> {
    while (!this.#isStopped) {
      const { userIds, apiKeyIds } = await queryRoleHolders(this.database, role, usersAtOnce);
      if (userIds.length + apiKeyIds.length === 0) return true;
      for (const id of userIds) await this.#assignToUser(role, id);
      for (const id of apiKeyIds) await this.#assignToKey(role, id);
    }
    return false;
  }

  async #assignToUser({ orgId, roleId, byRoleId }: RoleInHandOver, id: string): Promise<void> {
    await this.users.change({ ...this.#inOrganization(orgId), id }, ({ state }) =>
      // Changed or deleted since the query.
      typeof state === 'string' || state.roleId !== roleId
        ? { commands: [] }
        : { type: 'AssignRole', roleId: byRoleId },
    );
  }

  async #assignToKey({ orgId, roleId, byRoleId }: RoleInHandOver, id: string): Promise<void> {
    await this.apiKeys.change({ ...this.#inOrganization(orgId), id }, ({ state }) =>
      state?.roleId !== roleId || state.isDeleted
        ? { commands: [] }
        : { type: 'AssignRole', roleId: byRoleId },
    );
  }

  async #expire({ orgId, roleId: id }: RoleInHandOver): Promise<void> {
    await this.roles.change({ ...this.#inOrganization(orgId), id }, () => ({ type: 'ExpireRole' }));
  }

  #inOrganization(orgId: string) {
    const correlationId = this.ids.uuid();
    const metadata = { actor: 'service:identity', correlationId, causationId: correlationId };
    return { tenantId: organizationTenant(orgId), metadata };
  }
}
