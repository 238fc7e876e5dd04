import { InvalidArgumentError } from 'commander';

/** How long a key lives, as an option of a command says it. */
export function keyDays(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 90) return value;
  throw new InvalidArgumentError('A key lives 1 to 90 days.');
}
