import { conditionEntries, meets, type Condition, type Grant } from './grant.js';
import type {
  Attribute,
  AttributesOf,
  attributeTypes,
  AttributeValue,
  PermissionName,
} from './permissions.js';

/** What Prisma accepts as the filter of a text field. */
export type TextFilter = { readonly equals: string } | { readonly not: string } | { readonly in: string[] };

/** How to filter rows by an attribute: a function to its `where`, or one value that all rows share. */
type FilteredAttribute<Where> = { readonly where: (filter: TextFilter) => Where };
type ConstantAttribute = { readonly constant: AttributeValue | null };
type ScopePlace<Where> = FilteredAttribute<Where> | ConstantAttribute;

/** Flags must be constants. They belong to users, and only identity filters by them, in SQL. */
export type PrismaScopePlaces<Permission extends PermissionName, Where> = {
  readonly [Name in AttributesOf<Permission>]: (typeof attributeTypes)[Name] extends 'text'
    ? ScopePlace<Where>
    : ConstantAttribute;
};

/**
 * The rows that `permits` would allow, as conditions that must all hold: `where: { AND: toPrismaScope(…) }`. The Prisma version
 * of `toSqlScope`. Prisma never gets an empty list, since the meaning of `OR: []` and `AND: []` depends on their position: an
 * `OR: []` inside an `AND` is dropped, and would let every row through.
 * @param noRow a filter that no row passes: an empty `in` on any field.
 */
export function toPrismaScope<Permission extends PermissionName, Where>(
  grants: readonly Grant[],
  permission: Permission,
  places: PrismaScopePlaces<Permission, Where>,
  noRow: Where,
): (Where | { OR: { AND: Where[] }[] })[] {
  const known: Readonly<Partial<Record<Attribute, ScopePlace<Where>>>> = places;
  const alternatives = grants
    .filter(({ permissionName }) => permissionName === permission)
    .map(({ conditions }) => filters(conditionEntries(conditions), known))
    .filter((AND) => AND !== null);
  if (alternatives.some((AND) => AND.length === 0)) return [];
  if (alternatives.length === 0) return [noRow];
  return [{ OR: alternatives.map((AND) => ({ AND })) }];
}

/** Checks constants at once. Null when one fails, so that no row can match. */
function filters<Where>(
  entries: readonly (readonly [Attribute, Condition])[],
  places: Readonly<Partial<Record<Attribute, ScopePlace<Where>>>>,
): Where[] | null {
  const open: Where[] = [];
  for (const [attribute, condition] of entries) {
    const place = places[attribute];
    if (place && 'where' in place) open.push(place.where(textFilter(condition)));
    else if (!meets(place?.constant, condition)) return null;
  }
  return open;
}

function textFilter(condition: Condition): TextFilter {
  switch (condition.type) {
    case 'Equals':
      return { equals: String(condition.value) };
    case 'NotEquals':
      return { not: String(condition.value) };
    case 'In':
      return { in: condition.values.map(String) };
  }
}
