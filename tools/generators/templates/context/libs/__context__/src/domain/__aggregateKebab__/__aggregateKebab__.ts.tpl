import { FieldChecks } from '@svc/errors';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';

export type {{Aggregate}}Event = DomainEvent<
  '{{Aggregate}}Created',
  {
    readonly {{aggregate}}Id: string;
    readonly name: string;
    readonly createdAtMs: number;
  }
>;

export type {{Aggregate}}Command = {
  readonly type: 'Create{{Aggregate}}';
  readonly {{aggregate}}Id: string;
  readonly name: string;
};

/** Null until it is created. */
export type {{Aggregate}}State = {
  readonly {{aggregate}}Id: string;
  readonly name: string;
  readonly createdAtMs: number;
} | null;

const maxNameCharacters = 256;

/** That names differ is a row's unique key (projections/{{aggregateKebab}}-rows.ts). */
export const {{aggregate}}Decider: Decider<{{Aggregate}}State, {{Aggregate}}Command & Timed, {{Aggregate}}Event> = {
  initialState: null,

  decide(_state, command) {
    switch (command.type) {
      case 'Create{{Aggregate}}': {
        const { {{aggregate}}Id, name, atMs } = command;
        new FieldChecks().text(['body', 'name'], name, maxNameCharacters).verify();
        return [{ type: '{{Aggregate}}Created', data: { {{aggregate}}Id, name, createdAtMs: atMs } }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case '{{Aggregate}}Created':
        return event.data;
    }
  },
};
