import { validationError, type FieldError } from '@svc/errors';
import type { Condition, Conditions, Grant } from './grant.js';
import { isTemplate } from './templates.js';
import {
  attributeTypes,
  isAttribute,
  isPermissionName,
  permissionAttributes,
  type Attribute,
  type AttributeValue,
  type PermissionName,
} from './permissions.js';

type Location = readonly (string | number)[];
type Report = (loc: Location, msg: string) => undefined;

/**
 * Parses permission grants from clients. Fields of older clients (`description`, and `action` if it is `Allow`) are accepted
 * and dropped.
 * @param loc path of the list in the request, for the error.
 * @throws DomainError `validation_failed` that names every error.
 */
export function parseGrants(input: unknown, loc: Location): readonly Grant[] {
  const faults: FieldError[] = [];
  const report: Report = (at, msg) => void faults.push({ loc: [...loc, ...at], msg, type: 'value_error' });
  const grants = Array.isArray(input)
    ? input.map((grant: unknown, index) => readGrant(grant, [index], report))
    : [report([], 'must be a list of permission grants')];
  if (faults.length > 0) throw validationError(faults);
  return grants.filter((grant) => grant !== undefined);
}

/**
 * The same for a single grant.
 * @throws DomainError `validation_failed` that names every error.
 */
export function parseGrant(input: unknown, loc: Location): Grant {
  const faults: FieldError[] = [];
  const report: Report = (at, msg) => void faults.push({ loc: [...loc, ...at], msg, type: 'value_error' });
  const grant = readGrant(input, [], report);
  if (grant && faults.length === 0) return grant;
  throw validationError(faults);
}

function readGrant(input: unknown, at: Location, report: Report): Grant | undefined {
  if (!isRecord(input)) return report(at, 'must be an object with permission_name and conditions');
  if (input['action'] !== undefined && input['action'] !== 'Allow')
    return report([...at, 'action'], 'grants can only allow: leave it out or write "Allow"');
  const name = input['permission_name'];
  if (typeof name !== 'string' || !isPermissionName(name))
    return report([...at, 'permission_name'], 'must be a known permission in the form Resource:Action');
  const conditions = parseConditions(name, input['conditions'] ?? {}, [...at, 'conditions'], report);
  return { permissionName: name, conditions };
}

function parseConditions(
  permission: PermissionName,
  input: unknown,
  at: Location,
  report: Report,
): Conditions {
  if (!isRecord(input)) {
    report(at, 'must be an object that maps an attribute to its condition');
    return {};
  }
  const conditions: Partial<Record<Attribute, Condition>> = {};
  for (const [name, value] of Object.entries(input)) {
    const condition = parseCondition(permission, name, value, [...at, name], report);
    if (condition && isAttribute(name)) conditions[name] = condition;
  }
  return conditions;
}

function parseCondition(
  permission: PermissionName,
  attribute: string,
  input: unknown,
  at: Location,
  report: Report,
): Condition | undefined {
  const allowed: readonly Attribute[] = permissionAttributes[permission];
  if (!isAttribute(attribute) || !allowed.includes(attribute))
    return report(at, `${permission} can only depend on: ${allowed.join(', ') || 'nothing'}`);
  if (!isRecord(input)) return report(at, 'must be an object with a type');
  const value = (raw: unknown, where: Location) => parseValue(attribute, raw, where, report);
  switch (input['type']) {
    case 'Equals':
    case 'NotEquals': {
      const only = value(input['value'], [...at, 'value']);
      return only === undefined ? undefined : { type: input['type'], value: only };
    }
    case 'In': {
      const list = input['values'];
      if (!Array.isArray(list)) return report([...at, 'values'], 'must be a list');
      const values = list.map((item: unknown, index) => value(item, [...at, 'values', index]));
      return { type: 'In', values: values.filter((item) => item !== undefined) };
    }
    default:
      return report([...at, 'type'], 'must be Equals, NotEquals or In');
  }
}

function parseValue(
  attribute: Attribute,
  raw: unknown,
  at: Location,
  report: Report,
): AttributeValue | undefined {
  if (attributeTypes[attribute] === 'flag')
    return typeof raw === 'boolean' ? raw : report(at, `${attribute} is compared with true or false`);
  if (typeof raw !== 'string') return report(at, `${attribute} is compared with text`);
  if (/^\{.*\}$/.test(raw) && !isTemplate(raw))
    return report(at, 'is no known template: {self_org_id}, {self_user_id} or {self_role_id}');
  return raw;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
