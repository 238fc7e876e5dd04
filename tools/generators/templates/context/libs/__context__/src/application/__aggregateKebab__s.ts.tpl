import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { {{Context}}Store } from '../adapters/{{context}}-store.js';
import {
  {{aggregate}}Decider,
  type {{Aggregate}}Command,
  type {{Aggregate}}Event,
  type {{Aggregate}}State,
} from '../domain/{{aggregateKebab}}/{{aggregateKebab}}.js';
import { {{aggregate}}Rows } from '../projections/{{aggregateKebab}}-rows.js';
import { {{aggregate}}Table } from '../projections/{{aggregateKebab}}-table.js';

export const {{aggregate}}Aggregate = defineAggregate<{{Aggregate}}State, {{Aggregate}}Command, {{Aggregate}}Event>({
  category: '{{aggregateSnake}}',
  decider: {{aggregate}}Decider,
  subject: () => null,
  rows: {{aggregate}}Rows,
  tables: [{{aggregate}}Table],
});

/** Handles the commands of {{aggregateWords}}s. */
@Injectable()
export class {{Aggregate}}s extends CommandHandler<{{Aggregate}}State, {{Aggregate}}Command, {{Aggregate}}Event> {
  constructor(store: {{Context}}Store, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super({{aggregate}}Aggregate, { store, database, clock });
  }
}
