import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { permissionNames } from '@svc/auth';
import type { Caller } from '@svc/contracts/common';
import { organizationTenant } from '@svc/kernel';
import { systemClock } from '@svc/runtime';
import { eventually } from '@svc/testing';
import { startStandalone, type StartedStandalone } from '../test/started-standalone.js';

let standalone: StartedStandalone;
let administrator: Caller;
beforeAll(async () => {
  standalone = await startStandalone();
  administrator = await administratorOfDemo();
});
afterAll(() => standalone?.stop());

// The clock of the process does not move: nothing cached expires.
beforeEach(() => void jest.spyOn(systemClock, 'now').mockReturnValue(Date.now()));
afterEach(() => void jest.restoreAllMocks());

/** A client that calls identity directly and bypasses the gateway. */
async function administratorOfDemo(): Promise<Caller> {
  const { demo, services } = standalone;
  const { org_id: orgId, user_id: userId, api_key_id: apiKeyId } = demo;
  const access = await services.clients.identity.getAccess({ orgId, userId, apiKeyId, enteredOrgId: orgId });
  return {
    tenantId: organizationTenant(orgId),
    orgId,
    userId,
    roleId: access.roleId,
    roleName: access.roleName,
    displayName: access.displayName,
    withOwnKey: access.withOwnKey,
    grants: permissionNames.map((permissionName) => ({ permissionName, conditions: {} })),
  };
}

/** A user with their own key, whose access the gateway has cached. */
async function someoneKnown(email: string) {
  const { demo, services } = standalone;
  const { identity } = services.clients;
  const caller = administrator;
  const { userId } = await identity.createUser({
    caller,
    firstName: 'Ada',
    lastName: 'Known',
    email,
    roleName: 'DefaultUserRole',
    nonsensitiveVariables: {},
    sensitiveVariables: {},
  });
  const { apiKeyId, apiKey } = await identity.createApiKey({
    caller,
    duration: 'P1D',
    roleName: 'DefaultUserRole',
  });
  const { idToken } = await identity.signInWithApiKey({ orgId: 'demo', userId, apiKeyId, apiKey });
  const status = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${idToken}` };
    return (await fetch(`${demo.base_url}/v1/demo/service/`, { headers })).status;
  };
  expect(await status()).toBe(200);
  return { userId, apiKeyId, status };
}

describe('a user whom the gateway knows', () => {
  it('is rejected when their key is deleted without the gateway', async () => {
    const { apiKeyId, status } = await someoneKnown('grace@demo.test');
    await standalone.services.clients.identity.deleteApiKey({ caller: administrator, apiKeyId });
    await eventually(async () => expect(await status()).toBe(401));
  });

  it('is rejected when they are deleted without the gateway', async () => {
    const { userId, status } = await someoneKnown('ada@demo.test');
    await standalone.services.clients.identity.deleteUser({ caller: administrator, userId });
    await eventually(async () => expect(await status()).toBe(401));
  });
});
