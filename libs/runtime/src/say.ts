/** One line for the user who started the process; logs go to standard error. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** One line for an error. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
