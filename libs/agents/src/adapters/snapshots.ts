import type { SnapshotPolicy } from '@svc/event-store';
import { definitionShape, type DefinitionState } from '../domain/definition/definition.js';

/** Events of versions hold whole bodies of tens of kilobytes; with a snapshot, loading reads only a few of them. */
export const definitionSnapshots: SnapshotPolicy<DefinitionState> = { every: 10, shape: definitionShape };
