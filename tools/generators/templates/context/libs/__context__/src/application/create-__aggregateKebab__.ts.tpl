import { requirePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { {{aggregate}}Decider } from '../domain/{{aggregateKebab}}/{{aggregateKebab}}.js';
import { is{{Aggregate}}NameTaken, {{aggregate}}Rows } from '../projections/{{aggregateKebab}}-rows.js';
import type { Requester, {{Context}}Context } from './{{context}}-context.js';

/**
 * @returns the id of the new {{aggregateWords}}.
 * @throws DomainError `permission_denied`, `validation_failed`, `conflict` (the name is taken).
 */
export async function create{{Aggregate}}(
  { database, {{aggregate}}s, clock, ids }: {{Context}}Context,
  { caller, tenantId, orgId, metadata }: Requester,
  name: string,
): Promise<string> {
  requirePermission(caller.grants, '{{writePermission}}', { org_id: orgId });
  const {{aggregate}}Id = ids.objectId();
  const {{aggregate}} = {{aggregate}}s.initial(tenantId, {{aggregate}}Id);
  const command = { type: 'Create{{Aggregate}}', {{aggregate}}Id, name, nowMs: clock.now() } as const;
  const events = {{aggregate}}Decider.decide({{aggregate}}.state, command);
  const alongside = {{aggregate}}Rows(orgId, events);
  await {{aggregate}}s.append(database, {{aggregate}}, events, { metadata, alongside }).catch((failure: unknown) => {
    if (!is{{Aggregate}}NameTaken(failure)) throw failure;
    throw new DomainError('conflict', 'There is {{anAggregate}} with this name already.');
  });
  return {{aggregate}}Id;
}
