import { runService, serviceConfig } from '@svc/service-host';
import { {{context}}Context, {{Context}}Module } from '@svc/{{context}}';

await runService({ context: {{context}}Context, schema: serviceConfig, module: () => {{Context}}Module });
