import type { RecordedEvent, SqlFragment } from '@svc/event-store';
import { organizationOf } from '@svc/kernel';
import type { {{Context}}Event } from '../adapters/event-types.js';
import { {{aggregate}}Rows } from './{{aggregateKebab}}-rows.js';

/** Every table whose rows `readModelRows` makes. */
export const readModelTables = ['{{context}}.{{aggregateSnake}}'] as const;

/** What any event of this context changes in the read models. */
export function readModelRows({ tenantId, event }: RecordedEvent<{{Context}}Event>): readonly SqlFragment[] {
  const orgId = organizationOf(tenantId) ?? '';
  switch (event.type) {
    case '{{Aggregate}}Created':
      return {{aggregate}}Rows(orgId, [event]);
  }
}
