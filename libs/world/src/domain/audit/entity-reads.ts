import type { Decider, DomainEvent, Timed } from '@svc/kernel';

export interface EntityRead {
  readonly auditId: string;
  /** As `entity.viewed`. */
  readonly action: string;
  readonly entityId: string;
  readonly actor: string;
  readonly requestId: string;
}

export type EntityReadsEvent = DomainEvent<
  'EntitiesRead',
  { readonly reads: readonly EntityRead[]; readonly readAtMs: number }
>;
export interface NoteEntityReads {
  readonly type: 'NoteEntityReads';
  readonly reads: readonly EntityRead[];
}

/** Nothing is decided by earlier reads, so nothing is kept of them. */
type EntityReads = null;

/** Reads of entities that came together. */
export const entityReadsDecider: Decider<EntityReads, NoteEntityReads & Timed, EntityReadsEvent> = {
  initialState: null,
  decide: (_state, { reads, atMs }) => [{ type: 'EntitiesRead', data: { reads, readAtMs: atMs } }],
  evolve: (state: EntityReads, event: EntityReadsEvent): EntityReads => {
    switch (event.type) {
      case 'EntitiesRead':
        return state;
    }
  },
};
