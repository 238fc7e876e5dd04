import type { SqlFragment } from '@svc/event-store';
import { isUniqueViolation } from '@svc/postgres';
import type { {{Aggregate}}Event } from '../domain/{{aggregateKebab}}/{{aggregateKebab}}.js';

/**
 * @param events those of one append. Two changes of one row must become one UPDATE: a statement that updates a row twice
 *   keeps only the first change (PostgreSQL manual 7.8.4).
 */
export function {{aggregate}}Rows(orgId: string, events: readonly {{Aggregate}}Event[]): readonly SqlFragment[] {
  return events.map(({ type, data }) => {
    switch (type) {
      case '{{Aggregate}}Created':
        return {
          name: '{{aggregateSnake}}_row',
          text: `INSERT INTO {{context}}.{{aggregateSnake}} (org_id, {{aggregateSnake}}_id, name, created_at)
                 VALUES ($1, $2, $3, $4)`,
          values: [orgId, data.{{aggregate}}Id, data.name, new Date(data.createdAtMs)],
        };
    }
  });
}

/** Whether a failed append means that the organization has {{anAggregate}} of this name already. */
export function is{{Aggregate}}NameTaken(failure: unknown): boolean {
  return isUniqueViolation(failure, '{{aggregateSnake}}_name_key');
}
