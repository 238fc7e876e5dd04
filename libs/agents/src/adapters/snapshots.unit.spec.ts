import { describeSnapshots } from '@svc/event-store/snapshot-contract';
import { eventSamples } from '../../test/event-samples.js';
import type { DefinitionEvent } from '../domain/definition/definition-event.js';
import { definitionDecider } from '../domain/definition/definition.js';
import { definitionSnapshots } from './snapshots.js';

/** The samples of one stream, from its creation on. */
function historyOf(...types: readonly DefinitionEvent['type'][]): DefinitionEvent[] {
  return eventSamples.filter(({ type }) => types.includes(type));
}

describeSnapshots({
  of: 'definitions',
  policy: definitionSnapshots,
  decider: definitionDecider,
  histories: [
    historyOf(
      'DefinitionCreated',
      'DefinitionUpdated',
      'DefinitionVersionCreated',
      'DefinitionVersionsRetired',
      'DefinitionRetired',
    ),
    historyOf('AgentCreated', 'AgentVersionCreated'),
    historyOf('ContextGraphCreated', 'ContextGraphVersionCreated'),
    historyOf('ServiceCreated', 'VersionSetPut'),
  ],
});
