import { systemClock, systemIds } from '@svc/runtime';
import { runService, serviceConfig } from '@svc/service-host';
import { create{{Context}}Module, {{context}}Migrations } from '@svc/{{context}}';

await runService({
  name: '{{context}}',
  schema: serviceConfig,
  migrations: {{context}}Migrations,
  create: ({ database }) => create{{Context}}Module({ database, clock: systemClock, ids: systemIds }),
});
