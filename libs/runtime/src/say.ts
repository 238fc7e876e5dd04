/** One line for whoever started the process; logs go to standard error. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** One line for what is wrong. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
