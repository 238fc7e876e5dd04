import type { Visitor } from './visitor.js';

/** A way on which a turn calls the tool that books an appointment. */
export interface Scene {
  readonly name: string;
  /** The boundary that ends it. */
  readonly last: RegExp;
  /** How often that is crossed; default 1. */
  readonly times?: number;
  /** The call is under way until this was crossed, and only then comes to its tool. */
  readonly callGoesOut?: RegExp;
  /** Whether the call, or its state, waits for a person, who approves it. */
  readonly isApproved?: boolean;
  /** Whether the user leaves during the call. */
  readonly isLeft?: boolean;
  /** Each of them holds one conversation at a time. @param number below `mostBoundaries` */
  visitor(number: number): Visitor;
}

export const mostBoundaries = 20;

export const completed = /^after .*InteractionCompleted/;
export const voided = /^after .*InteractionVoided/;
/** Of a call with an effect: that of any other goes with the last commit of its turn. */
export const outcome = /^after the commit of ToolOutcomeRecorded$/;

export const waits = /^after .*WaitBegan/;

/** An exit of graphs that fits what users say. */
export const wantsToBook = 'The user wants to book an appointment.';
export const booking = { name: 'book_appointment', description: 'Books an appointment.' };
export const bookingSchema = {
  type: 'object',
  required: ['name', 'day', 'time'],
  properties: { name: { type: 'string' }, day: { type: 'string', format: 'date' }, time: { type: 'string' } },
};

/**
 * What a user says, as often as it takes, and never in the same words: all that the tool requires.
 * @param day `2027-01-02`: each conversation has its own
 */
export function wish(day: string, number: number): string {
  return `I want to book an appointment. My name is Ada Lovelace. I can come on ${day} at 10:30. (${number})`;
}
