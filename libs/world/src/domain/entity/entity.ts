import { DomainError } from '@svc/errors';
import { canonicalJson, type Decider, type DomainEvent, type Timed } from '@svc/kernel';
import { emptyProfile, type EntityFacts, type EntityOrigin, type EntityProfile } from './entity-fields.js';
import { checkOrigin, checkProfile } from './entity-rules.js';

export type EntityEvent =
  | DomainEvent<
      'EntityCreated',
      EntityOrigin & {
        readonly profile: EntityProfile;
        readonly facts: EntityFacts;
        readonly createdAtMs: number;
      }
    >
  | DomainEvent<
      'EntityChanged',
      {
        readonly entityId: string;
        readonly profile: EntityProfile;
        readonly facts: EntityFacts;
        readonly changedAtMs: number;
      }
    >
  | DomainEvent<
      'EntityMerged',
      {
        readonly entityId: string;
        readonly intoEntityId: string;
        readonly mergedOn: readonly string[];
        readonly mergedAtMs: number;
      }
    >
  | DomainEvent<
      'EntityUnmerged',
      { readonly entityId: string; readonly fromEntityId: string; readonly unmergedAtMs: number }
    >
  | DomainEvent<'EntityErased', { readonly entityId: string; readonly erasedAtMs: number }>;

export type EntityCommand =
  | ({ readonly type: 'CreateEntity' } & EntityOrigin & {
        readonly profile: EntityProfile;
        readonly facts: EntityFacts;
      })
  /** The same for an entity that events tell of: one that exists stays as it is. */
  | ({ readonly type: 'NoteEntity' } & EntityOrigin & { readonly facts: EntityFacts })
  /** What is absent stays as it is. */
  | {
      readonly type: 'ChangeEntity';
      readonly profile?: Partial<EntityProfile>;
      /** Added to those that there are. */
      readonly facts?: EntityFacts;
    }
  /** It goes up in the other. */
  | { readonly type: 'MergeEntity'; readonly intoEntityId: string; readonly mergedOn: readonly string[] }
  | { readonly type: 'UnmergeEntity' }
  /** Also one that nothing is known of yet, so that nothing that is told late makes it. */
  | { readonly type: 'EraseEntity'; readonly entityId: string };

export interface ExistingEntity extends EntityOrigin {
  readonly profile: EntityProfile;
  readonly facts: EntityFacts;
  /** The entity that it went up in. Null: it stands for itself. */
  readonly mergedInto: string | null;
  /** What they were equal in; empty where somebody said that they are one. */
  readonly mergedOn: readonly string[];
  /** Entities that it was one with, until somebody undid it. */
  readonly apartFrom: readonly string[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Of its stream. */
  readonly eventCount: number;
}

/** Null until it is created. */
export type EntityState = ExistingEntity | 'erased' | null;

export const entityDecider: Decider<EntityState, EntityCommand & Timed, EntityEvent> = {
  initialState: null,

  decide(state, command) {
    const { atMs } = command;
    switch (command.type) {
      case 'CreateEntity': {
        if (state !== null) throw new DomainError('conflict', 'There is already an entity with this id.');
        const { type: _type, atMs: _atMs, ...entity } = command;
        checkOrigin(entity);
        checkProfile(entity.profile);
        return [{ type: 'EntityCreated', data: { ...entity, createdAtMs: atMs } }];
      }
      case 'NoteEntity': {
        if (state !== null) return [];
        const { type: _type, atMs: _atMs, ...entity } = command;
        return [{ type: 'EntityCreated', data: { ...entity, profile: emptyProfile, createdAtMs: atMs } }];
      }
      case 'ChangeEntity': {
        const existing = existingEntity(state);
        const { entityId } = existing;
        const profile = { ...existing.profile, ...command.profile };
        const facts = { ...existing.facts, ...command.facts };
        checkProfile(profile);
        if (isSame({ profile, facts }, existing)) return [];
        return [{ type: 'EntityChanged', data: { entityId, profile, facts, changedAtMs: atMs } }];
      }
      case 'MergeEntity': {
        const { entityId, mergedInto } = existingEntity(state);
        const { intoEntityId, mergedOn } = command;
        if (mergedInto === intoEntityId) return [];
        if (mergedInto !== null)
          throw new DomainError('conflict', 'This entity is merged into another one: undo that first.');
        return [{ type: 'EntityMerged', data: { entityId, intoEntityId, mergedOn, mergedAtMs: atMs } }];
      }
      case 'UnmergeEntity': {
        const { entityId, mergedInto } = existingEntity(state);
        if (mergedInto === null) throw new DomainError('conflict', 'This entity is merged into no other.');
        const data = { entityId, fromEntityId: mergedInto, unmergedAtMs: atMs };
        return [{ type: 'EntityUnmerged', data }];
      }
      case 'EraseEntity': {
        if (state === 'erased') return [];
        return [{ type: 'EntityErased', data: { entityId: command.entityId, erasedAtMs: atMs } }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'EntityCreated':
        return {
          ...event.data,
          ...{ mergedInto: null, mergedOn: [], apartFrom: [] },
          ...{ updatedAtMs: event.data.createdAtMs, eventCount: 1 },
        };
      case 'EntityChanged': {
        const { profile, facts, changedAtMs } = event.data;
        return after(state, changedAtMs, { profile, facts });
      }
      case 'EntityMerged': {
        const { intoEntityId: mergedInto, mergedOn, mergedAtMs } = event.data;
        return after(state, mergedAtMs, { mergedInto, mergedOn });
      }
      case 'EntityUnmerged': {
        const { fromEntityId, unmergedAtMs } = event.data;
        const parted = state === null || state === 'erased' ? [] : state.apartFrom;
        const apartFrom = [...new Set([...parted, fromEntityId])];
        return after(state, unmergedAtMs, { mergedInto: null, mergedOn: [], apartFrom });
      }
      case 'EntityErased':
        return 'erased';
    }
  },
};

function after(state: EntityState, updatedAtMs: number, changed: Partial<ExistingEntity>): EntityState {
  if (state === null || state === 'erased') return state;
  return { ...state, ...changed, updatedAtMs, eventCount: state.eventCount + 1 };
}

/** @throws DomainError `not_found`, also of an erased one */
export function existingEntity(state: EntityState): ExistingEntity {
  if (state === null || state === 'erased') throw entityNotFound();
  return state;
}

export function entityNotFound(): DomainError {
  return new DomainError('not_found', 'There is no entity with this id.');
}

type Described = Pick<ExistingEntity, 'profile' | 'facts'>;

function isSame(one: Described, other: Described): boolean {
  const parts = [one, other].map(({ profile, facts }) => canonicalJson({ profile, facts }));
  return parts[0] === parts[1];
}
