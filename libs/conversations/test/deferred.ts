/** A promise that its creator resolves or rejects. */
export interface Deferred<Value = void> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
}

export function deferred<Value = void>(): Deferred<Value> {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}
