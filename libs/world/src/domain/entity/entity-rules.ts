import { FieldChecks } from '@svc/errors';
import type { EntityOrigin, EntityProfile } from './entity-fields.js';

export const entityTypePattern = /^[a-z0-9_]{1,64}$/;
export const phonePattern = /^\+[1-9]\d{1,14}$/;
const systemPattern = /^[a-z0-9_-]{1,64}$/;
const emailPattern = /^[^\s@]{1,64}@[^\s@]{1,189}$/;
const maxIds = 50;
const maxTags = 50;

/** @throws DomainError `validation_failed` with every field that is out of its bounds */
export function checkOrigin({ entityType, source, sourceSystem }: Omit<EntityOrigin, 'entityId'>): void {
  const checks = new FieldChecks()
    .pattern(
      ['body', 'entity_type'],
      entityType,
      entityTypePattern,
      'must hold 1 to 64 small letters, digits and _',
    )
    .name(['body', 'source'], source, 64);
  if (sourceSystem !== null) checks.name(['body', 'source_system'], sourceSystem, 128);
  checks.verify();
}

/** @throws DomainError `validation_failed` with every field that is out of its bounds */
export function checkProfile(profile: EntityProfile): void {
  const { displayName, name, canonicalId, phone, email, birthDate, gender, mrn, externalIds, tags } = profile;
  const checks = new FieldChecks();
  const names = { display_name: displayName, name, canonical_id: canonicalId, gender, mrn };
  for (const [field, text] of Object.entries(names))
    if (text !== null) checks.name(['body', field], text, field === 'gender' ? 64 : 256);
  if (phone !== null)
    checks.pattern(['body', 'phone'], phone, phonePattern, 'must be a number in the form of E.164');
  if (email !== null) {
    checks.pattern(['body', 'email'], email, emailPattern, 'must be an e-mail address');
    checks.storable(['body', 'email'], email);
  }
  if (birthDate !== null && !isDay(birthDate))
    checks.refuse(['body', 'birth_date'], 'must be a day, as YYYY-MM-DD', 'date_parsing');
  const ids = Object.entries(externalIds);
  checks.atMost(['body', 'external_ids'], ids, maxIds).atMost(['body', 'tags'], tags, maxTags);
  for (const [system, value] of ids) {
    const loc = ['body', 'external_ids', system];
    checks
      .pattern(loc, system, systemPattern, 'must be named with 1 to 64 small letters, digits, _ and -')
      .name(loc, value, 256);
  }
  tags.forEach((tag, index) => checks.name(['body', 'tags', index], tag, 64));
  checks.unique(['body', 'tags'], tags).verify();
}

/** Whether it is a day of the calendar, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
