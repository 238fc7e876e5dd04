import { Inject, Injectable } from '@nestjs/common';
import type { TenantId } from '@svc/kernel';
import { IDENTITY_OPTIONS, type IdentityOptions } from '../identity-options.js';
import { createSealer, type Sealer } from './sealer.js';

export interface VariableOwner {
  readonly tenantId: TenantId;
  readonly userId: string;
}

/** Encrypts what users entrust to us as sensitive, before it becomes an event. */
@Injectable()
export class VariableVault {
  readonly #sealer: Sealer;

  constructor(@Inject(IDENTITY_OPTIONS) { masterKey, random }: IdentityOptions) {
    this.#sealer = createSealer(masterKey, 'user-variable', random);
  }

  /** @returns name to sealed value (base64). */
  seal(owner: VariableOwner, variables: Readonly<Record<string, string>>): Record<string, string> {
    return mapValues(variables, (value, name) =>
      this.#sealer.seal(Buffer.from(value), place(owner, name)).toString('base64'),
    );
  }

  open(owner: VariableOwner, sealed: Readonly<Record<string, string>>): Record<string, string> {
    return mapValues(sealed, (value, name) =>
      this.#sealer.open(Buffer.from(value, 'base64'), place(owner, name)).toString(),
    );
  }
}

/** Where a value is sealed for; it opens nowhere else. */
function place({ tenantId, userId }: VariableOwner, name: string): string {
  return `${tenantId}/${userId}/${name}`;
}

function mapValues(
  values: Readonly<Record<string, string>>,
  change: (value: string, name: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
