import type { StartedStandalone } from '../started-standalone.js';
import type { BearerName } from './bearer.js';
import { bearing, demand, type Headers } from './http-client.js';
import { signIn } from './sign-in.js';
import type { Maker } from './things.js';

export type EndedBearerName = Extract<
  BearerName,
  | 'the token of a deleted API key'
  | 'the token of a deleted user'
  | 'a deleted workspace key'
  | 'the former secret of a rotated workspace key'
  | 'the key of an archived workspace'
>;

/** Credentials that ended after use: the gateway has cached them. */
export async function endCredentials(
  { base_url: baseUrl, ...demo }: StartedStandalone['demo'],
  maker: Maker,
  workspaceId: string,
): Promise<Readonly<Record<EndedBearerName, Headers>>> {
  const used = async (credential: string, path: string): Promise<Headers> => {
    await demand(baseUrl, { method: 'GET', path, headers: bearing(credential) });
    return bearing(credential);
  };
  const tokenOf = async (key: Parameters<typeof signIn>[1], userId: string) =>
    used((await signIn(baseUrl, key, userId)).token, '/v1/demo/service/');
  const ownerKey = async () => {
    const { key_id: keyId, api_key: key } = await maker.workspaceKey(workspaceId, 'owner');
    return { keyId, headers: await used(key, '/v1/auth/me') };
  };

  const key = await maker.apiKey();
  const ofDeletedKey = await tokenOf(key, demo.user_id);
  await maker.delete(`/v1/demo/organization/api_key/${key.api_key_id}/`);

  const user = await maker.user();
  const ofDeletedUser = await tokenOf(demo, user);
  await maker.delete(`/v1/demo/user/${user}`);

  const deleted = await ownerKey();
  await maker.delete(`/v1/${workspaceId}/api-keys/${deleted.keyId}`);

  const rotated = await ownerKey();
  await maker.rotateWorkspaceKey(workspaceId, rotated.keyId);

  const archived = await maker.workspace();
  const ofArchived = await used(archived.ownerKey, '/v1/auth/me');
  await maker.archive(archived);

  return {
    'the token of a deleted API key': ofDeletedKey,
    'the token of a deleted user': ofDeletedUser,
    'a deleted workspace key': deleted.headers,
    'the former secret of a rotated workspace key': rotated.headers,
    'the key of an archived workspace': ofArchived,
  };
}
