import type { TenantId } from '@svc/kernel';
import { createSealer, type RandomBytes } from './sealer.js';

/** Encrypts what users entrust to us as sensitive, before it becomes an event. */
export interface VariableVault {
  /** @returns name to sealed value (base64). */
  seal(owner: VariableOwner, variables: Readonly<Record<string, string>>): Record<string, string>;
  open(owner: VariableOwner, sealed: Readonly<Record<string, string>>): Record<string, string>;
}

export interface VariableOwner {
  readonly tenantId: TenantId;
  readonly userId: string;
}

export function createVariableVault(masterKey: Uint8Array, random: RandomBytes): VariableVault {
  const sealer = createSealer(masterKey, 'user-variable', random);
  const place = ({ tenantId, userId }: VariableOwner, name: string) => `${tenantId}/${userId}/${name}`;
  return {
    seal: (owner, variables) =>
      mapValues(variables, (value, name) =>
        sealer.seal(Buffer.from(value), place(owner, name)).toString('base64'),
      ),
    open: (owner, sealed) =>
      mapValues(sealed, (value, name) =>
        sealer.open(Buffer.from(value, 'base64'), place(owner, name)).toString(),
      ),
  };
}

function mapValues(
  values: Readonly<Record<string, string>>,
  change: (value: string, name: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
