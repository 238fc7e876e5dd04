import { grantFromProto, type Grant } from '@svc/auth';
import type { Grant as GrantProto } from '@svc/contracts/common';
import { validationError } from '@svc/errors';

type Location = readonly (string | number)[];

/**
 * The gateway has checked them. A grant that this version does not know must not silently vanish from a new role.
 */
export function requireGrants(messages: readonly GrantProto[], at: Location): readonly Grant[] {
  return messages.map((message, index) => requireGrant(message, [...at, index]));
}

/** @throws DomainError `validation_failed`. */
export function requireGrant(message: GrantProto | undefined, loc: Location): Grant {
  const grant = message && grantFromProto(message);
  if (grant) return grant;
  throw validationError([
    { loc, msg: 'is not a permission grant that this service knows', type: 'value_error' },
  ]);
}
