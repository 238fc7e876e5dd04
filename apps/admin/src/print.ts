/** The result alone goes to standard output, so that it can be piped. */
export function print(result: object): void {
  console.log(JSON.stringify(result, null, 2));
}
