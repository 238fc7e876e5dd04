import { DomainError } from './domain-error.js';

const objectId = /^[0-9a-f]{24}$/;

/** The form of Classic ids: 24 hex digits in lower case. */
export function isObjectId(text: string): boolean {
  return objectId.test(text);
}

/**
 * Anything else can't be the id of something that exists.
 * @param kind what it should be the id of, for the message: `conversation`
 * @throws DomainError `not_found`
 */
export function requireObjectId(kind: string, id: string): string {
  if (isObjectId(id)) return id;
  throw new DomainError('not_found', `There is no ${kind} with this id.`);
}
