import { Inject, Injectable } from '@nestjs/common';
import {
  CommandHandler,
  defineAggregate,
  type ChangeOptions,
  type CommandTarget,
  type Decide,
  type HandledCommand,
} from '@svc/event-store';
import { userSubject, type Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { surfaceDecider, type SurfaceCommand } from '../domain/surface/surface-decider.js';
import type { SurfaceEvent } from '../domain/surface/surface-event.js';
import { surfaceShape, type SurfaceState } from '../domain/surface/surface.js';
import { surfaceRows, surfaceTables } from '../projections/surface-tables.js';
import { ConversationStore } from './conversation-store.js';

/** Drafts of long values make a load large: it reads at most this many after the snapshot, plus those of one append. */
const eventsBetweenSnapshots = 32;

export const surfaceAggregate = defineAggregate<SurfaceState, SurfaceCommand, SurfaceEvent>({
  category: 'surface',
  decider: surfaceDecider,
  subject: ({ tenantId, after }) => after && userSubject(tenantId, after.entityId),
  snapshots: { every: eventsBetweenSnapshots, shape: surfaceShape },
  rows: surfaceRows,
  tables: surfaceTables,
});

export type ChangedSurface = HandledCommand<SurfaceState, SurfaceEvent>;

/** The streams of surfaces. */
@Injectable()
export class Surfaces extends CommandHandler<SurfaceState, SurfaceCommand, SurfaceEvent> {
  readonly #watchers = new Set<(changed: ChangedSurface) => void>();

  constructor(store: ConversationStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(surfaceAggregate, { store, database, clock });
  }

  /** @param watcher gets each surface that this instance has changed. @returns a function that ends it */
  watch(watcher: (changed: ChangedSurface) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  override async change(
    target: CommandTarget,
    decide: Decide<SurfaceState, SurfaceCommand>,
    options?: ChangeOptions<SurfaceState>,
  ): Promise<ChangedSurface> {
    const changed = await super.change(target, decide, options);
    for (const watcher of this.#watchers) watcher(changed);
    return changed;
  }
}
