const secretName =
  /(authorization|cookie|password|passwd|secret|token|api[-_]?key|credential|signature|private[-_]?key)/i;
const replacement = '[redacted]';
const maxDepth = 8;

/** A copy in which values under names that look secret are replaced, at any depth. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return replacement;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) ? replacement : withoutSecrets(inner, depth + 1),
    ]),
  );
}
