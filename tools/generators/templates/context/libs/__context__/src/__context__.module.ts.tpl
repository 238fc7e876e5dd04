import { Module } from '@nestjs/common';
import { {{Context}}Store } from './adapters/{{context}}-store.js';
import { Create{{Aggregate}} } from './application/create-{{aggregateKebab}}.js';
import { Get{{Aggregate}} } from './application/get-{{aggregateKebab}}.js';
import { List{{Aggregate}}s } from './application/list-{{aggregateKebab}}s.js';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';
import { {{Aggregate}}s } from './application/{{aggregateKebab}}s.js';
import { {{Context}}Controller } from './rpc/{{context}}.controller.js';

/** Say what this context is about. What is not the platform's comes in by a static `register(options)`. */
@Module({
  controllers: [{{Context}}Controller],
  providers: [{{Context}}Store, ReadModels, VerifyLog, {{Aggregate}}s, Create{{Aggregate}}, Get{{Aggregate}}, List{{Aggregate}}s],
  exports: [ReadModels, VerifyLog],
})
export class {{Context}}Module {}
