import type { GrantTag } from '@svc/contracts/identity';

type Tags = Readonly<Record<string, string | null>>;

export function tagsFromProtos(messages: readonly GrantTag[]): Tags {
  return Object.fromEntries(messages.map(({ key, value }) => [key, value ?? null]));
}
