import { permissionAttributes, type Attribute, type Condition, type Conditions, type Grant } from '@svc/auth';
import { FieldChecks, jsonBytes } from '@svc/errors';
import { tagBounds, type Decider, type DomainEvent, type Timed } from '@svc/kernel';
import { checkedDuration } from '../duration.js';
import { limits } from '../limits.js';
import { checkConditions, checkValueCount, withinOrganization } from '../role/permission-grants.js';

/** A permission that a user has in addition to their role for a while. It ends at its time, or with its creator. */
export interface TemporaryGrant {
  readonly grantId: string;
  /** The user who has it. */
  readonly userId: string;
  /** Their home organization; another than that of the grant if they are a member. */
  readonly homeOrgId: string;
  /** With templates, which are filled in for its user. */
  readonly permissionGrant: Grant;
  /** Null: a tag without a value. */
  readonly tags: Readonly<Record<string, string | null>>;
  /** The reason for it, in the words of its creator. */
  readonly justification: string;
  readonly creatorOrgId: string;
  readonly creatorUserId: string;
  /** The person behind the creator, whom another person's key had signed in. Null: the creator. */
  readonly responsibleUserId: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export type TemporaryGrantEvent = DomainEvent<'TemporaryPermissionGrantCreated', TemporaryGrant>;

export interface CreateTemporaryGrant extends Omit<TemporaryGrant, 'createdAtMs' | 'expiresAtMs'> {
  readonly type: 'CreateTemporaryGrant';
  /** ISO 8601, a minute to three days. */
  readonly duration: string;
}

/** Null until it is created. */
export type TemporaryGrantState = TemporaryGrant | null;

const minuteMs = 60_000;
const durationRule = {
  minMs: minuteMs,
  maxMs: 3 * 24 * 60 * minuteMs,
  rule: 'must be a minute to three days',
  example: 'PT2H',
} as const;
const fewestCharacters = 10;

export const temporaryGrantDecider: Decider<
  TemporaryGrantState,
  CreateTemporaryGrant & Timed,
  TemporaryGrantEvent
> = {
  initialState: null,

  decide(_state, { type: _type, duration, atMs, ...grant }) {
    const checks = new FieldChecks();
    const lengthMs = checkedDuration(checks, duration, durationRule);
    checkJustification(checks, grant.justification);
    checkTags(checks, grant.tags);
    checkGrant(checks, grant.permissionGrant);
    checks.verify();
    const times = { createdAtMs: atMs, expiresAtMs: atMs + lengthMs };
    return [{ type: 'TemporaryPermissionGrantCreated', data: { ...grant, ...times } }];
  },

  evolve: (_state, { data }) => data,
};

/**
 * The grant with its defaults: limited to the own organization where it names none, and to what users let
 * administrators see where it has no condition on visibility.
 */
export function narrowed(given: Grant): Grant {
  const grant = withinOrganization(given);
  const attributes: readonly Attribute[] = permissionAttributes[grant.permissionName];
  const { conditions } = grant;
  if (!attributes.includes('visible_to_admins') || conditions.visible_to_admins || isAboutOneself(conditions))
    return grant;
  const visible_to_admins = { type: 'Equals', value: true } as const;
  return { ...grant, conditions: { ...conditions, visible_to_admins } };
}

function isAboutOneself({ conversation_user_id, user_id }: Conditions): boolean {
  return isSelf(conversation_user_id) || isSelf(user_id);
}

function isSelf(condition: Condition | undefined): boolean {
  return condition?.type === 'Equals' && condition.value === '{self_user_id}';
}

function checkJustification(checks: FieldChecks, justification: string): void {
  const at = ['body', 'justification'];
  checks.text(at, justification, limits.justificationCharacters);
  if (justification.trim() !== '' && justification.trim().length < fewestCharacters)
    checks.refuse(at, `must hold at least ${fewestCharacters} characters`, 'string_too_short');
}

function checkTags(checks: FieldChecks, tags: TemporaryGrant['tags']): void {
  const at = ['body', 'tags'];
  checks.atMost(at, Object.keys(tags), tagBounds.items);
  for (const [key, value] of Object.entries(tags).slice(0, tagBounds.items))
    for (const text of value === null ? [key] : [key, value])
      checks.pattern([...at, key], text, tagBounds.text, tagBounds.textRule);
}

function checkGrant(checks: FieldChecks, grant: Grant): void {
  const at = ['body', 'permission_grant'];
  const { bytes, values } = limits.temporaryGrant;
  checks.atMostBytes(at, jsonBytes(grant), bytes);
  checkValueCount(checks, at, checkConditions(checks, at, grant), values);
}
