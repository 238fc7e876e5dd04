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

/** A grant as clients may write it, only for documents. `parseGrants` reads it and reports its errors. */
const Grant = z.object({
  permission_name: z.enum(permissionNames),
  /** Attribute → its condition; all must be met. */
  conditions: z.record(z.string(), Condition).nullish(),
  /** From older clients: grants can only allow. */
  action: z.literal('Allow').optional(),
});

/** In a request. */
export const GivenGrant = z.unknown().register(documented, requestSchema(Grant));

/** In requests. */
export const PermissionGrants = z.array(GivenGrant);
