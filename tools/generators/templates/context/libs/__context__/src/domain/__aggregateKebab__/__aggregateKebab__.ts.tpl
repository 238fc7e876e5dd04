import { FieldChecks } from '@svc/errors';
import type { Decider, DomainEvent } from '@svc/kernel';

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
  readonly nowMs: number;
};

/** Null until it is created. */
export type {{Aggregate}}State = { readonly name: string } | null;

/** That names differ is a row's unique key (projections/{{aggregateKebab}}-rows.ts). */
export const {{aggregate}}Decider: Decider<{{Aggregate}}State, {{Aggregate}}Command, {{Aggregate}}Event> = {
  initialState: null,

  decide(_state, command) {
    switch (command.type) {
      case 'Create{{Aggregate}}': {
        const { {{aggregate}}Id, name, nowMs } = command;
        new FieldChecks().text(['body', 'name'], name, 256).verify();
        return [{ type: '{{Aggregate}}Created', data: { {{aggregate}}Id, name, createdAtMs: nowMs } }];
      }
    }
  },

  evolve(_state, event) {
    switch (event.type) {
      case '{{Aggregate}}Created':
        return { name: event.data.name };
    }
  },
};
