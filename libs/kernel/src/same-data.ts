/** Whether two plain values are equal in all fields, so that a new field can't be forgotten. A missing field is undefined. */
export function isSameData<Data>(one: Data, other: Data): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameData(one[name], other[name]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
