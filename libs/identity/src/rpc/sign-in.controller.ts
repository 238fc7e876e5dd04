import { grantToProto } from '@svc/auth';
import type {
  GetAccessRequest,
  GetAccessResponse,
  GetJwksResponse,
  SignInWithApiKeyRequest,
  SignInWithApiKeyResponse,
} from '@svc/contracts/identity';
import { RpcController } from '@svc/rpc/nest';
import { SigningKeys } from '../adapters/signing-keys.js';
import { GetAccess } from '../application/get-access.js';
import { SignInWithApiKey } from '../application/sign-in-with-api-key.js';
import { signInMethods } from './identity-methods.js';

@RpcController(signInMethods)
export class SignInController {
  constructor(
    private readonly signIn: SignInWithApiKey,
    private readonly access: GetAccess,
    private readonly signingKeys: SigningKeys,
  ) {}

  signInWithApiKey(request: SignInWithApiKeyRequest): Promise<SignInWithApiKeyResponse> {
    return this.signIn.execute(request);
  }

  async getAccess({ enteredOrgId, ...holder }: GetAccessRequest): Promise<GetAccessResponse> {
    const access = await this.access.execute(holder, enteredOrgId);
    if (!access) return noAccess;
    return { ...access, active: true, grants: access.grants.map(grantToProto) };
  }

  async getJwks(): Promise<GetJwksResponse> {
    return { jwksJson: await this.signingKeys.publicKeySet() };
  }
}

const noAccess: GetAccessResponse = {
  active: false,
  roleId: '',
  roleName: '',
  displayName: '',
  grants: [],
  changesAtMs: undefined,
  responsibleUserId: undefined,
  withOwnKey: false,
};
