import { runService, serviceConfig } from '@svc/service-host';
import { worldContext, WorldModule } from '@svc/world';

await runService({ context: worldContext, schema: serviceConfig, module: () => WorldModule });
