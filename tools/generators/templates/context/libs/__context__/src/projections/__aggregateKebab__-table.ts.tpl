import { column, defineTable, instant, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { {{Aggregate}}State } from '../domain/{{aggregateKebab}}/{{aggregateKebab}}.js';

type {{Aggregate}}Row = NonNullable<{{Aggregate}}State> & { readonly tenantId: TenantId };

export const {{aggregate}}Table = defineTable<{{Aggregate}}Row>()('{{context}}.{{aggregateSnake}}', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    {{aggregate}}Id: column((row) => row.{{aggregate}}Id),
  },
  fixed: { createdAtMs: instant((row) => row.createdAtMs) },
  columns: { name: column((row) => row.name) },
});
