/** A value that every stored event of this version has. @throws TypeError when it is missing */
export function stored<Value>(value: Value | null | undefined, what: string): Value {
  if (value === undefined || value === null) throw new TypeError(`A stored event lacks its ${what}.`);
  return value;
}
