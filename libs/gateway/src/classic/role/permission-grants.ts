import { permissionNames } from '@svc/auth';
import { z } from 'zod';
import { documented, named, withFacts } from '../../wire/documented.js';

const attributeValue = z.union([z.string(), z.boolean()]);

const comparison = () => z.strictObject({ type: z.literal(['Equals', 'NotEquals']), value: attributeValue });
const membership = () =>
  z.strictObject({ type: z.literal('In'), values: z.array(attributeValue).readonly() });

/** A test of one attribute. */
export const Condition = named(
  'GrantCondition',
  z.discriminatedUnion('type', [
    named('ComparisonCondition', comparison()),
    named('MembershipCondition', membership()),
  ]),
);

/** The same in requests, where no other key is taken. */
const GivenCondition = named(
  'GrantConditionRequest',
  z.discriminatedUnion('type', [
    named('ComparisonConditionRequest', comparison()),
    named('MembershipConditionRequest', membership()),
  ]),
);

/** A grant as clients may write it, only for documents. `parseGrants` reads it and reports its errors. */
const Grant = named(
  'PermissionGrantRequest',
  z.object({
    permission_name: z.enum(permissionNames),
    /** Attribute → its condition; all must be met. */
    conditions: z.record(z.string(), GivenCondition).nullish(),
    /** From older clients: grants can only allow. */
    action: z.literal('Allow').optional(),
  }),
);

/** In a request. */
export const GivenGrant = z.unknown().register(documented, { like: Grant });

/** In requests. */
export const PermissionGrants = withFacts(z.array(GivenGrant), { maxItems: 200 });
