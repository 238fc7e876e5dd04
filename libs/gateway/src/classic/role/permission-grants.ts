import { permissionNames } from '@svc/auth';
import { z } from 'zod';
import { requestSchema } from '../../document/json-schema.js';
import { documented } from '../../wire/documented.js';

const attributeValue = z.union([z.string(), z.boolean()]);

/** A test of one attribute. */
export const Condition = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(['Equals', 'NotEquals']), value: attributeValue }),
  z.strictObject({ type: z.literal('In'), values: z.array(attributeValue).readonly() }),
]);

/** A grant as it may be written, for documents alone: `parseGrants` reads it, and says what is wrong with it. */
const Grant = z.object({
  permission_name: z.enum(permissionNames),
  /** Attribute → condition on it; all must hold. */
  conditions: z.record(z.string(), Condition).nullish(),
  /** Of older clients: grants can only allow. */
  action: z.literal('Allow').optional(),
});

/** One of a request. */
export const GivenGrant = z.unknown().register(documented, requestSchema(Grant));

/** Of requests. */
export const PermissionGrants = z.array(GivenGrant);
