import { Inject, Injectable } from '@nestjs/common';
import type { TenantId } from '@svc/kernel';
import type { WrappedPlace } from '@svc/sealing';
import { IDENTITY_OPTIONS, type IdentityOptions } from '../identity-options.js';

export interface VariableOwner {
  readonly tenantId: TenantId;
  readonly userId: string;
}

/** Encrypts what users entrust to us as sensitive, before it becomes an event. */
@Injectable()
export class VariableVault {
  constructor(@Inject(IDENTITY_OPTIONS) private readonly options: IdentityOptions) {}

  /** @returns name to sealed value (base64). */
  seal(owner: VariableOwner, variables: Readonly<Record<string, string>>): Record<string, string> {
    const { masterKey, random } = this.options;
    return mapValues(variables, (value, name) =>
      masterKey.wrap(Buffer.from(value), placeOf(owner, name), random).toString('base64'),
    );
  }

  open(owner: VariableOwner, sealed: Readonly<Record<string, string>>): Record<string, string> {
    return mapValues(sealed, (value, name) =>
      this.options.masterKey.unwrap(Buffer.from(value, 'base64'), placeOf(owner, name)).toString(),
    );
  }
}

/** Where a value is sealed for; it opens nowhere else. */
function placeOf({ tenantId, userId }: VariableOwner, name: string): WrappedPlace {
  return { purpose: 'user-variable', row: [tenantId, userId, name] };
}

function mapValues(
  values: Readonly<Record<string, string>>,
  change: (value: string, name: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
