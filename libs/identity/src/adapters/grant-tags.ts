import type { GrantTag } from '@svc/contracts/identity';

type Tags = Readonly<Record<string, string | null>>;

export function tagsToProtos(tags: Tags): GrantTag[] {
  return Object.entries(tags).map(([key, value]) => ({ key, value: value ?? undefined }));
}

export function tagsFromProtos(messages: readonly GrantTag[]): Tags {
  return Object.fromEntries(messages.map(({ key, value }) => [key, value ?? null]));
}
