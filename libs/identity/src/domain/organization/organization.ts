import { DomainError } from '@svc/errors';
import { canonicalJson, type Decider, type DomainEvent, type Timed } from '@svc/kernel';
import type { UserPreferences } from '../preferences.js';
import { checkOrganizationId } from './organization-id.js';
import { checkNewOrganization, checkOrganizationUpdate } from './organization-rules.js';
import type { UserDimension } from './user-dimension.js';

export interface ExistingOrganization {
  readonly orgId: string;
  readonly orgName: string;
  readonly userDimensions: readonly UserDimension[];
  /** Null: the system's defaults. */
  readonly defaultUserPreferences: UserPreferences | null;
  /** Only these may create further organizations. */
  readonly seededByOperator: boolean;
  readonly createdAtMs: number;
}

export type OrganizationEvent =
  | DomainEvent<'OrganizationCreated', ExistingOrganization>
  | DomainEvent<
      'OrganizationDimensionsChanged',
      { readonly userDimensions: readonly UserDimension[]; readonly changedAtMs: number }
    >
  | DomainEvent<
      'OrganizationPreferencesChanged',
      { readonly defaultUserPreferences: UserPreferences; readonly changedAtMs: number }
    >;

export interface CreateOrganization extends Omit<ExistingOrganization, 'createdAtMs'> {
  readonly type: 'CreateOrganization';
}

/** Null: unchanged. */
export interface UpdateOrganization {
  readonly type: 'UpdateOrganization';
  /** At least one. */
  readonly userDimensions: readonly UserDimension[] | null;
  readonly defaultUserPreferences: UserPreferences | null;
}

export type OrganizationCommand = CreateOrganization | UpdateOrganization;

/** Null until it is created. */
export type OrganizationState = ExistingOrganization | null;

export const organizationDecider: Decider<OrganizationState, OrganizationCommand & Timed, OrganizationEvent> =
  {
    initialState: null,

    decide(state, command) {
      return command.type === 'CreateOrganization' ? create(state, command) : update(state, command);
    },

    evolve(state, event) {
      if (event.type === 'OrganizationCreated') return event.data;
      if (state === null) throw new TypeError(`${event.type} comes before OrganizationCreated.`);
      const { changedAtMs: _when, ...changed } = event.data;
      return { ...state, ...changed };
    },
  };

function create(
  state: OrganizationState,
  { type: _type, atMs, ...organization }: CreateOrganization & Timed,
): OrganizationEvent[] {
  checkOrganizationId(organization.orgId);
  checkNewOrganization(organization);
  if (state !== null) throw organizationExists(state.orgId);
  return [{ type: 'OrganizationCreated', data: { ...organization, createdAtMs: atMs } }];
}

function update(
  state: OrganizationState,
  { userDimensions, defaultUserPreferences, atMs: changedAtMs }: UpdateOrganization & Timed,
): OrganizationEvent[] {
  checkOrganizationUpdate({ userDimensions, defaultUserPreferences });
  const events: OrganizationEvent[] = [];
  if (userDimensions !== null && !isSame(userDimensions, state?.userDimensions))
    events.push({ type: 'OrganizationDimensionsChanged', data: { userDimensions, changedAtMs } });
  if (defaultUserPreferences !== null && !isSame(defaultUserPreferences, state?.defaultUserPreferences))
    events.push({ type: 'OrganizationPreferencesChanged', data: { defaultUserPreferences, changedAtMs } });
  return events;
}

/** Plain data: the same when its stored form is the same. */
function isSame(one: object, other: object | null | undefined): boolean {
  return canonicalJson(one) === canonicalJson(other ?? null);
}

export function organizationExists(orgId: string): DomainError {
  return new DomainError(
    'conflict',
    `There is an organization with the id ${orgId} already. Choose another one.`,
  );
}
