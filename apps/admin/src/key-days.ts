import { InvalidArgumentError } from 'commander';

/** The lifetime of a key, as an option of a command. */
export function keyDays(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 90) return value;
  throw new InvalidArgumentError('A key lives 1 to 90 days.');
}
