import { Controller, Inject } from '@nestjs/common';
import { replyWithNdjson } from '@svc/http';
import type { WorkspaceCaller } from '@svc/contracts/common';
import type { AuditFilter } from '@svc/contracts/world';
import type { FastifyReply } from 'fastify';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { AUDIT, type AuditClient, type Complete } from '../../services.js';
import { required } from '../../wire/required.js';
import { textBody } from '../../wire/sizes.js';
import { workspaceOf } from '../definition/definition-wire.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { WorkspacePath } from '../workspace-path.js';
import { fromAuditEntry, offsetPage, toAuditFilter } from './audit-mapping.js';
import {
  AuditDays,
  AuditEntry,
  AuditExportList,
  AuditList,
  AuditSummary,
  EntityAuditPath,
  ExportAudit,
  ListAccess,
  ListAudit,
  ListExports,
} from './audit-schemas.js';

const path = '/v1/:workspace_id/audit';
const view = {
  surface: 'platform',
  method: 'GET',
  access: forWorkspace('Audit.view'),
  errors: [],
  perMinute: readsPerMinute,
} as const;
/** Entries that an export reads at once. */
const exportedAtOnce = 500;

const listAudit = defineRoute({
  ...view,
  operationId: 'list-audit',
  path,
  summary: 'Lists who changed what in the workspace, newest first.',
  request: { params: WorkspacePath, query: ListAudit },
  answer: { status: 200, content: 'json', schema: AuditList },
});

const getAuditSummary = defineRoute({
  ...view,
  operationId: 'get-audit-summary',
  path: `${path}/summary`,
  summary: 'Counts the entries of the audit trail by what was done, and by the hundred who did most.',
  request: { params: WorkspacePath, query: AuditDays },
  answer: { status: 200, content: 'json', schema: AuditSummary },
});

const listAccess = defineRoute({
  ...view,
  operationId: 'list-phi-access',
  path: `${path}/phi-access`,
  summary: 'Lists who read what is known of persons and other entities, newest first.',
  request: { params: WorkspacePath, query: ListAccess },
  answer: { status: 200, content: 'json', schema: AuditList },
});

const listAccessToEntity = defineRoute({
  ...view,
  operationId: 'list-access-to-entity',
  path: `${path}/entity/:entity_id/access-log`,
  summary: 'Lists who read what is known of one entity, newest first. An entity that nobody read has none.',
  request: { params: EntityAuditPath, query: ListAccess },
  answer: { status: 200, content: 'json', schema: AuditList },
  errors: ['not_found'],
});

const listAuditExports = defineRoute({
  ...view,
  operationId: 'list-audit-exports',
  path: `${path}/exports`,
  summary: 'Lists who exported the audit trail, newest first.',
  request: { params: WorkspacePath, query: ListExports },
  answer: { status: 200, content: 'json', schema: AuditExportList },
});

const exportAudit = defineRoute({
  surface: 'platform',
  operationId: 'export-audit',
  method: 'POST',
  path: `${path}/export`,
  summary: 'Streams the audit trail, oldest first, an entry in each line. The export is in the trail itself.',
  access: forWorkspace('Audit.export'),
  request: {
    params: WorkspacePath,
    body: { media: 'json', schema: ExportAudit, maxBytes: textBody },
  },
  answer: { status: 200, content: 'ndjson', line: AuditEntry },
  errors: [],
  perMinute: writesPerMinute,
  example: { body: { date_from: '2026-11-01' } },
});

@Controller()
export class AuditController {
  constructor(@Inject(AUDIT) private readonly audit: AuditClient) {}

  @Serves(listAudit)
  async list({ caller, query }: RouteInput<typeof listAudit>) {
    const { limit, offset, ...filter } = query;
    return this.#page(caller, toAuditFilter(filter), { limit, offset }, (events) => ({ events }));
  }

  @Serves(listAccess)
  async access({ caller, query }: RouteInput<typeof listAccess>) {
    const { limit, offset, ...filter } = query;
    return this.#page(caller, toAuditFilter(filter, true), { limit, offset }, (events) => ({ events }));
  }

  @Serves(listAccessToEntity)
  async accessToEntity({ caller, params, query }: RouteInput<typeof listAccessToEntity>) {
    const { limit, offset, ...rest } = query;
    const filter = toAuditFilter({ ...rest, resource_id: params.entity_id }, true);
    return this.#page(caller, filter, { limit, offset }, (events) => ({ events }));
  }

  @Serves(listAuditExports)
  async exports({ caller, query: page }: RouteInput<typeof listAuditExports>) {
    const filter = toAuditFilter({ event_type: 'audit.exported' });
    return this.#page(caller, filter, page, (exports) => ({ exports }));
  }

  @Serves(getAuditSummary)
  async summary({ caller, query: { days } }: RouteInput<typeof getAuditSummary>) {
    const period = { days, from: undefined, to: undefined };
    const summary = await this.audit.getAuditSummary({ caller, period });
    const { from, to } = required(summary.period);
    return {
      workspace_id: workspaceOf(caller),
      ...{ period_start: from, period_end: to, total_events: summary.total },
      by_event_type: summary.byAction.map(({ key, count }) => ({ key, count })),
      by_actor: summary.byActor.map(({ key, count }) => ({ key, count })),
    };
  }

  @Serves(exportAudit)
  async export({ caller, body }: RouteInput<typeof exportAudit>, reply: FastifyReply): Promise<void> {
    const filter = toAuditFilter(body);
    await this.audit.beginAuditExport({ caller, filter });
    await replyWithNdjson(reply, {
      status: exportAudit.answer.status,
      open: (signal) => this.#entries(caller, filter, signal),
      // Cut off: nobody must take a part of the trail for the whole.
      lastWord: () => undefined,
    });
  }

  /** A page at a time, and the next one when the reader has room for it. */
  async *#entries(caller: WorkspaceCaller, filter: Complete<AuditFilter>, signal: AbortSignal) {
    let after: { readonly happenedAtMs: number; readonly auditId: string } | undefined;
    do {
      const request = { caller, filter, after, limit: exportedAtOnce };
      const { entries } = await this.audit.listExportedAudit(request, { signal });
      // Without entries too: the head of an empty export.
      yield entries.map((entry) => fromAuditEntry(caller, entry));
      const last = entries.at(-1);
      after = entries.length < exportedAtOnce ? undefined : last;
    } while (after);
  }

  async #page<Listed>(
    caller: WorkspaceCaller,
    filter: Complete<AuditFilter>,
    page: { readonly limit: number; readonly offset: number },
    as: (entries: ReturnType<typeof fromAuditEntry>[]) => Listed,
  ) {
    const { entries, total } = await this.audit.listAudit({ caller, filter, page });
    return { ...as(entries.map((entry) => fromAuditEntry(caller, entry))), ...offsetPage(total, page) };
  }
}
