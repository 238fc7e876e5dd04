import type { Decider, DomainEvent, Timed } from '@svc/kernel';

export type KnownKind = 'agent' | 'service';

export interface KnownDefinition {
  readonly definitionId: string;
  readonly kind: KnownKind;
  readonly name: string;
  /** Of a service: its agent. */
  readonly agentId: string | null;
}

/** `sourceVersion`: of the event in the definition's own stream. */
export interface FromSource {
  readonly sourceVersion: number;
}

export type KnownDefinitionEvent =
  DomainEvent<'DefinitionKnown', KnownDefinition & FromSource> | DomainEvent<'DefinitionGone', FromSource>;

export type DefinitionFact = FromSource &
  ({ readonly type: 'NoteDefinition'; readonly definition: KnownDefinition } | { readonly type: 'NoteEnd' });

export type KnownDefinitionState = (KnownDefinition & FromSource & { readonly isGone: boolean }) | null;

/** What analytics know of agents and services: a repeated or older fact changes nothing. */
export const knownDefinitionDecider: Decider<
  KnownDefinitionState,
  DefinitionFact & Timed,
  KnownDefinitionEvent
> = {
  initialState: null,

  decide(state, fact) {
    const { sourceVersion } = fact;
    if (state !== null && sourceVersion <= state.sourceVersion) return [];
    if (fact.type === 'NoteEnd')
      return state === null ? [] : [{ type: 'DefinitionGone', data: { sourceVersion } }];
    const { name, agentId } = fact.definition;
    if (state !== null && !state.isGone && state.name === name && state.agentId === agentId) return [];
    return [{ type: 'DefinitionKnown', data: { ...fact.definition, sourceVersion } }];
  },

  evolve(state, event) {
    if (event.type === 'DefinitionKnown') return { ...event.data, isGone: false };
    return state && { ...state, ...event.data, isGone: true };
  },
};
