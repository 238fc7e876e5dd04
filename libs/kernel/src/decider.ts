/** A domain event before it is stored: a type name and its data. Both are plain JSON-compatible values. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * The pure core of an aggregate (Chassaing, "Functional Event Sourcing Decider"): `decide` judges a command against a state,
 * `evolve` folds an event into a state. Neither uses a clock, random source, id generator or I/O: such values are in the
 * command.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly initialState: State;
  /** @throws DomainError when the command breaks a rule. */
  decide(state: State, command: Command): readonly Event[];
  evolve(state: State, event: Event): State;
}
