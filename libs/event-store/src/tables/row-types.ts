import type { TenantId } from '@svc/kernel';

declare const sealedValue: unique symbol;

/** A sealed value as a column holds it; null: the erased value. `openRows` makes a value of it. */
export type SealedValue<Value> = { readonly [sealedValue]: Value } | null;

/** The name under which a selection reads the place of a row. */
export const placeField = '$place';

/** Tenant and primary key of a row, without which nothing in it opens. */
export type RowPlace = readonly [TenantId, ...(readonly (string | number)[])];

type ReadOf<Column> = Column extends { readonly read?: infer Read } ? Exclude<Read, undefined> : never;
type ListedIn<Group> = {
  readonly [
    Name in keyof Group as Group[Name] extends { readonly isListed: false } ? never : Name
  ]: Group[Name];
};
type Opened<Group> = { readonly [Name in keyof ListedIn<Group>]: ReadOf<Group[Name & keyof Group]> };
type Stored<Group> = {
  readonly [Name in keyof ListedIn<Group>]: Group[Name & keyof Group] extends { readonly personal: object }
    ? SealedValue<ReadOf<Group[Name & keyof Group]>>
    : ReadOf<Group[Name & keyof Group]>;
};
type PersonalIn<Group> = {
  [Name in keyof Group]: Group[Name] extends { readonly personal: object } ? Name : never;
}[keyof Group];

type GroupOf<Definition, Name extends string> =
  Definition extends Readonly<Record<Name, infer Group>> ? Group : unknown;
type Personal<Definition> =
  PersonalIn<GroupOf<Definition, 'fixed'>> | PersonalIn<GroupOf<Definition, 'columns'>>;

/** A row of a table as it is listed: keyed as the columns are declared. */
export type RowOf<Definition> = Opened<GroupOf<Definition, 'key'>> &
  Opened<GroupOf<Definition, 'fixed'>> &
  Opened<GroupOf<Definition, 'columns'>>;

/** The same as it is stored and selected: with sealed values, and with the place that they open in. */
export type SealedRowOf<Definition> = Stored<GroupOf<Definition, 'key'>> &
  Stored<GroupOf<Definition, 'fixed'>> &
  Stored<GroupOf<Definition, 'columns'>> &
  ([Personal<Definition>] extends [never] ? unknown : { readonly [placeField]: RowPlace });
