import { toWireTime } from './times.js';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** `createdAtMs` → `created_at`, `firstName` → `first_name`. */
type WireName<Name extends string> = Name extends `${infer Moment}AtMs`
  ? `${SnakeCase<Moment>}_at`
  : SnakeCase<Name>;

type WireValue<Name, Value> =
  | (Name extends `${string}AtMs` ? string : Exclude<Value, undefined>)
  | (undefined extends Value ? null : never);

/** The fields of a proto under their names on the wire; absent becomes null. */
export type SameNames<Message> = {
  -readonly [Name in keyof Message & string as WireName<Name>]-?: WireValue<Name, Message[Name]>;
};

/**
 * Maps fields with the same name on the wire: camelCase becomes snake_case, absent becomes null, and a time in ms
 * (`…AtMs`) becomes an RFC 3339 time (`…_at`). Use it for the rest of a proto: a field that is added to the proto
 * reaches the wire, or does not compile if the response schema lacks it:
 *
 * const { recordId, ...rest } = key; return shown(ApiKey, { ...sameNames(rest), _id: recordId });
 */
export function sameNames<Message extends object>(message: Message): SameNames<Message> {
  const shownFields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(message)) {
    const { key, isMoment } = wireNameOf(name);
    shownFields[key] = isMoment && typeof value === 'number' ? toWireTime(value) : (value ?? null);
  }
  return shownFields as SameNames<Message>;
}

interface WireNaming {
  readonly key: string;
  readonly isMoment: boolean;
}

/** As many as there are fields in protos. */
const namings = new Map<string, WireNaming>();

function wireNameOf(name: string): WireNaming {
  let naming = namings.get(name);
  if (!naming) {
    const isMoment = name.endsWith('AtMs');
    const stem = isMoment ? name.slice(0, -2) : name;
    naming = { key: stem.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), isMoment };
    namings.set(name, naming);
  }
  return naming;
}
