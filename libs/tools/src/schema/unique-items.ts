import { canonicalJson, type JsonValue } from '@svc/kernel';

/** `uniqueItems` in linear time: ajv compares each item with each. */
export function hasUniqueItems(isWanted: boolean, items: readonly JsonValue[]): boolean {
  return !isWanted || new Set(items.map((item) => canonicalJson(item))).size === items.length;
}
