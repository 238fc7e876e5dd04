import type { Decider, DomainEvent, StateShape } from '@svc/kernel';
import { defineEventTypes, type EventType } from '../src/index.js';

/** The aggregate that the tests of this library use: an account with its deposits. */
export type AccountEvent =
  | DomainEvent<'AccountOpened', { owner: string }>
  | DomainEvent<'MoneyDeposited', { amount: number }>
  | DomainEvent<'NoteTaken', { text: string }>;

export interface Account {
  readonly owner: string | undefined;
  readonly balance: number;
}

/** As ts-proto's codec objects: plain data to JSON and back. */
export const plainMessage = <Data>(): EventType<Data>['message'] => ({
  toJSON: (data) => data,
  fromJSON: (json) => json as Data,
});

export const accountEventTypes = defineEventTypes<AccountEvent>({
  AccountOpened: {
    message: plainMessage(),
    schemaVersion: 1,
    visibility: 'public',
    personalFields: ['owner'],
  },
  MoneyDeposited: { message: plainMessage(), schemaVersion: 1, visibility: 'public' },
  NoteTaken: {
    message: plainMessage(),
    schemaVersion: 1,
    visibility: 'private',
    personalFields: ['text'],
    largePersonal: true,
  },
});

export const account: Pick<Decider<Account, never, AccountEvent>, 'initialState' | 'evolve'> = {
  initialState: { owner: undefined, balance: 0 },
  evolve(state, event) {
    switch (event.type) {
      case 'AccountOpened':
        return { ...state, owner: event.data.owner };
      case 'MoneyDeposited':
        return { ...state, balance: state.balance + event.data.amount };
      case 'NoteTaken':
        return state;
    }
  },
};

export const accountShape: StateShape<Account> = { owner: 'string?', balance: 'number' };

export const opened = (owner: string): AccountEvent => ({ type: 'AccountOpened', data: { owner } });
export const deposited = (amount: number): AccountEvent => ({ type: 'MoneyDeposited', data: { amount } });
export const noteTaken = (text: string): AccountEvent => ({ type: 'NoteTaken', data: { text } });
