import type { TextChange } from '@svc/contracts/common';
import type { z } from 'zod';

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The fields of a body under the names of protos; null becomes absent. */
export type RequestFields<Body> = {
  -readonly [Name in keyof Required<Body> & string as CamelCase<Name>]:
    Exclude<Body[Name], null> | (null extends Body[Name] ? undefined : never);
};

/**
 * Maps fields with the same name in the request to a service: snake_case becomes camelCase. Use it for the rest of a
 * body: a field that is added to both reaches the service, and one that is missing in either does not compile.
 */
export function requestFields<Body extends object>(body: Body): RequestFields<Body> {
  const fields = Object.entries(body).map(([name, value]) => [
    name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase()),
    (value as unknown) ?? undefined,
  ]);
  return Object.fromEntries(fields) as RequestFields<Body>;
}

/** A field of an update. `null` clears it; a missing one stays. */
export function clearable<Text extends z.ZodType<string>>(text: Text) {
  return text
    .nullish()
    .transform((given): TextChange | undefined =>
      given === undefined ? undefined : { value: given ?? undefined },
    );
}
