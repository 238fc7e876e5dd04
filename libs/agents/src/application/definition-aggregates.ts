import { defineAggregate } from '@svc/event-store';
import { definitionSnapshots } from '../adapters/snapshots.js';
import type { DefinitionEvent } from '../domain/definition/definition-event.js';
import {
  definitionDecider,
  type DefinitionCommand,
  type DefinitionState,
} from '../domain/definition/definition.js';
import { definitionKinds, kindNames } from '../kinds/kinds.js';
import { definitionRows, definitionTables } from '../projections/definition-rows.js';

/** An aggregate for each kind: the same rules and tables, streams of its own. All of this context. */
export const definitionAggregates = kindNames.map((kind) =>
  defineAggregate<DefinitionState, DefinitionCommand, DefinitionEvent>({
    category: kind,
    decider: definitionDecider,
    subject: () => null,
    snapshots: definitionSnapshots,
    rows: (change) => definitionRows(definitionKinds[kind], change),
    tables: definitionTables,
  }),
);
