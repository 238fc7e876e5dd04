import { Inject, Injectable } from '@nestjs/common';
import { organizationOf, organizationTenant, type Clock, type TenantId } from '@svc/kernel';
import { timestamp, type Tx } from '@svc/postgres';
import { CLOCK } from '@svc/service-host';
import { DeliveryEmitter, type DeliverableEvent } from '../delivery/delivery-emitter.js';

/** An event before its destinations are known. */
export interface TenantEvent extends Omit<DeliverableEvent, 'tenantId' | 'workspaceTenant'> {
  /** The organization or workspace in which it happened. */
  readonly tenantId: TenantId;
}

export interface FoundedWorkspace {
  readonly tenantId: TenantId;
  readonly orgId: string;
}

interface WorkspaceRow {
  readonly tenant_id: TenantId;
  readonly org_id: string | null;
  readonly is_archived: boolean;
}

/** Events wait for at most this time for a workspace that identity never tells of, as one of a restored database. */
const maxWaitMs = 86_400_000;

/**
 * Tells the destinations of an organization what happens in its workspaces. Events of agents can arrive before those of
 * identity that say whose the workspace is: they wait. A row for each workspace serializes both consumers.
 */
@Injectable()
export class WorkspaceEvents {
  constructor(
    private readonly deliveries: DeliveryEmitter,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Emits those of organizations, and of workspaces that are known and not archived. */
  async emit(tx: Tx, events: readonly TenantEvent[]): Promise<void> {
    const workspaces = await lockWorkspaces(tx, events);
    const ready: DeliverableEvent[] = [];
    const early: TenantEvent[] = [];
    for (const event of events) {
      const { tenantId } = event;
      const workspace = workspaces.get(tenantId);
      if (organizationOf(tenantId) !== null) ready.push({ ...event, workspaceTenant: null });
      else if (workspace?.is_archived) continue;
      else if (typeof workspace?.org_id === 'string') ready.push(inWorkspace(event, workspace.org_id));
      else early.push(event);
    }
    await this.deliveries.emit(tx, ready);
    if (early.length > 0) await this.#keep(tx, early);
  }

  /** Emits what waited for them. Nothing waits for one that is archived. */
  async founded(tx: Tx, founded: readonly FoundedWorkspace[]): Promise<void> {
    const tenantIds = founded.map(({ tenantId }) => tenantId);
    await tx.query({
      name: 'webhooks.put_workspaces',
      text: `INSERT INTO webhooks.workspace (tenant_id, org_id)
             SELECT * FROM unnest($1::text[], $2::text[]) AS given (tenant_id, org_id) ORDER BY given.tenant_id
             ON CONFLICT (tenant_id) DO UPDATE SET org_id = excluded.org_id`,
      values: [tenantIds, founded.map(({ orgId }) => orgId)],
    });
    // A statement of its own, so that it sees what the transaction before it kept.
    const { rows: waited } = await tx.query<{ event: TenantEvent }>({
      name: 'webhooks.take_waiting_events',
      text: `WITH taken AS (DELETE FROM webhooks.waiting_event WHERE tenant_id = ANY($1::text[]) RETURNING *)
             SELECT event FROM taken ORDER BY position`,
      values: [tenantIds],
    });
    const orgIds = new Map(founded.map(({ tenantId, orgId }) => [tenantId, orgId]));
    await this.deliveries.emit(
      tx,
      waited.map(({ event }) => inWorkspace(event, orgIds.get(event.tenantId) ?? '')),
    );
  }

  /** Nothing more of them is sent, not even what is due. */
  async archived(tx: Tx, tenantIds: readonly TenantId[]): Promise<void> {
    await tx.query({
      name: 'webhooks.archive_workspaces',
      text: `INSERT INTO webhooks.workspace (tenant_id, is_archived)
             SELECT given.tenant_id, true FROM unnest($1::text[]) AS given (tenant_id) ORDER BY given.tenant_id
             ON CONFLICT (tenant_id) DO UPDATE SET is_archived = true`,
      values: [[...new Set(tenantIds)]],
    });
    await tx.query({
      name: 'webhooks.delete_deliveries_of_workspaces',
      text: 'DELETE FROM webhooks.pending_delivery WHERE workspace_tenant = ANY($1::text[])',
      values: [tenantIds],
    });
    await tx.query({
      name: 'webhooks.delete_waiting_events',
      text: 'DELETE FROM webhooks.waiting_event WHERE tenant_id = ANY($1::text[])',
      values: [tenantIds],
    });
  }

  /** As if it had never been heard of. */
  async forget(tx: Tx, tenantId: TenantId): Promise<void> {
    await tx.query({
      name: 'webhooks.forget_workspace',
      text: 'DELETE FROM webhooks.workspace WHERE tenant_id = $1',
      values: [tenantId],
    });
  }

  async #keep(tx: Tx, events: readonly TenantEvent[]): Promise<void> {
    const nowMs = this.clock.now();
    await tx.query({
      name: 'webhooks.delete_forgotten_waiting_events',
      text: 'DELETE FROM webhooks.waiting_event WHERE created_at < $1::timestamptz',
      values: [timestamp(nowMs - maxWaitMs)],
    });
    await tx.query({
      name: 'webhooks.insert_waiting_events',
      text: `INSERT INTO webhooks.waiting_event (tenant_id, event, created_at)
             SELECT given.tenant_id, given.event, $3::timestamptz
               FROM unnest($1::text[], $2::jsonb[]) WITH ORDINALITY AS given (tenant_id, event, place)
              ORDER BY given.place`,
      values: [
        events.map(({ tenantId }) => tenantId),
        events.map((event) => JSON.stringify(event)),
        timestamp(nowMs),
      ],
    });
  }
}

function inWorkspace(event: TenantEvent, orgId: string): DeliverableEvent {
  return { ...event, tenantId: organizationTenant(orgId), workspaceTenant: event.tenantId };
}

/** The rows of the workspaces of these events, made where missing: until the commit, the other consumer waits. */
async function lockWorkspaces(
  tx: Tx,
  events: readonly TenantEvent[],
): Promise<ReadonlyMap<TenantId, WorkspaceRow>> {
  const tenants = [...new Set(events.map(({ tenantId }) => tenantId))];
  const workspaces = tenants.filter((tenantId) => organizationOf(tenantId) === null);
  if (workspaces.length === 0) return new Map();
  await tx.query({
    name: 'webhooks.make_workspaces',
    text: `INSERT INTO webhooks.workspace (tenant_id)
           SELECT given.tenant_id FROM unnest($1::text[]) AS given (tenant_id) ORDER BY given.tenant_id
           ON CONFLICT (tenant_id) DO NOTHING`,
    values: [workspaces],
  });
  const { rows } = await tx.query<WorkspaceRow>({
    name: 'webhooks.lock_workspaces',
    text: `SELECT tenant_id, org_id, is_archived FROM webhooks.workspace
            WHERE tenant_id = ANY($1::text[]) ORDER BY tenant_id FOR SHARE`,
    values: [workspaces],
  });
  return new Map(rows.map((row) => [row.tenant_id, row]));
}
