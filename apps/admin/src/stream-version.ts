import { InvalidArgumentError } from 'commander';

/** The version of an event in its stream, as an argument of a command. */
export function streamVersionOf(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('Versions count from 1.');
}
