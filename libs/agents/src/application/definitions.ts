import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { AgentsStore } from '../adapters/agents-store.js';
import type { DefinitionEvent } from '../domain/definition/definition-event.js';
import type { DefinitionCommand, DefinitionState } from '../domain/definition/definition.js';
import type { KindName } from '../kinds/definition-kind.js';
import { definitionAggregates } from './definition-aggregates.js';

export type DefinitionHandler = CommandHandler<DefinitionState, DefinitionCommand, DefinitionEvent>;

/** Handles the commands of definitions. */
@Injectable()
export class Definitions {
  readonly #handlers: ReadonlyMap<string, DefinitionHandler>;

  constructor(store: AgentsStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    const handlers = definitionAggregates.map(
      (aggregate) => [aggregate.category, new CommandHandler(aggregate, { store, database, clock })] as const,
    );
    this.#handlers = new Map(handlers);
  }

  of(kind: KindName): DefinitionHandler {
    const handler = this.#handlers.get(kind);
    if (handler === undefined) throw new TypeError(`Nothing handles ${kind}.`);
    return handler;
  }
}
