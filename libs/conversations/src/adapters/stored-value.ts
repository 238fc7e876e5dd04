/** A value that every stored event of this version holds. @throws TypeError when the log says otherwise. */
export function stored<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new TypeError(`A stored event lacks its ${what}.`);
  return value;
}
