import { DomainError, FieldChecks, jsonBytes } from '@svc/errors';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import { limits } from '../limits.js';
import { checkPreferences, type UserPreferences } from '../preferences.js';
import { checkOrganizationId } from './organization-id.js';

/** A direction in which user models of the organization grow. */
export interface UserDimension {
  readonly description: string;
  readonly tags: readonly string[];
}

export type OrganizationEvent = DomainEvent<
  'OrganizationCreated',
  {
    readonly orgId: string;
    readonly orgName: string;
    readonly userDimensions: readonly UserDimension[];
    /** Null: the system's defaults. */
    readonly defaultUserPreferences: UserPreferences | null;
    /** These alone may create further organizations. */
    readonly seededByOperator: boolean;
    readonly createdAtMs: number;
  }
>;

export interface CreateOrganization {
  readonly type: 'CreateOrganization';
  readonly orgId: string;
  readonly orgName: string;
  readonly userDimensions: readonly UserDimension[];
  readonly defaultUserPreferences: UserPreferences | null;
  readonly seededByOperator: boolean;
}

/** Null until it is created. */
export type OrganizationState = OrganizationEvent['data'] | null;

export const organizationDecider: Decider<OrganizationState, CreateOrganization & Timed, OrganizationEvent> =
  {
    initialState: null,

    decide(state, { type: _type, atMs, ...organization }) {
      checkOrganizationId(organization.orgId);
      checkFields(organization);
      if (state !== null) throw organizationExists(state.orgId);
      return [{ type: 'OrganizationCreated', data: { ...organization, createdAtMs: atMs } }];
    },

    evolve: (_state, { data }) => data,
  };

export function organizationExists(orgId: string): DomainError {
  return new DomainError(
    'conflict',
    `There is an organization with the id ${orgId} already. Choose another one.`,
  );
}

function checkFields(
  fields: Pick<CreateOrganization, 'orgName' | 'userDimensions' | 'defaultUserPreferences'>,
): void {
  const { items, tags: mostTags, bytes } = limits.userDimensions;
  const at = ['body', 'user_dimensions'];
  const checks = new FieldChecks()
    .name(['body', 'org_name'], fields.orgName, limits.nameCharacters)
    .atMost(at, fields.userDimensions, items)
    .atMostBytes(at, jsonBytes(fields.userDimensions), bytes);
  fields.userDimensions.slice(0, items).forEach(({ description, tags }, index) => {
    checks
      .text([...at, index, 'description'], description)
      .atMost([...at, index, 'tags'], tags, mostTags)
      .texts([...at, index, 'tags'], tags.slice(0, mostTags));
  });
  const preferences = fields.defaultUserPreferences;
  if (preferences) checkPreferences(checks, ['body', 'default_user_preferences'], preferences);
  checks.verify();
}
