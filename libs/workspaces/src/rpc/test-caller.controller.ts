import type {
  GetTestCallersRequest,
  GetTestCallersResponse,
  SetTestCallersRequest,
  SetTestCallersResponse,
} from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import { type RpcCall, workspaceRequestContextOf } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { ChangeWorkspace, type WorkspaceChange } from '../application/change-workspace.js';
import { GetTestCallers } from '../application/get-test-callers.js';
import { testCallerMethods } from './workspace-methods.js';

@RpcController(testCallerMethods)
export class TestCallerController {
  constructor(
    private readonly get: GetTestCallers,
    private readonly change: ChangeWorkspace,
  ) {}

  async getTestCallers({ caller }: GetTestCallersRequest, call: RpcCall): Promise<GetTestCallersResponse> {
    const { numbers, credentialIds } = await this.get.execute(workspaceRequestContextOf(caller, call));
    return { testCallers: { numbers: [...numbers], credentialIds: [...credentialIds] } };
  }

  async setTestCallers(
    { caller, list }: SetTestCallersRequest,
    call: RpcCall,
  ): Promise<SetTestCallersResponse> {
    const workspace = await this.change.execute(workspaceRequestContextOf(caller, call), toChange(list));
    const { testCallerNumbers, testCredentialIds } = workspace;
    return { testCallers: { numbers: [...testCallerNumbers], credentialIds: [...testCredentialIds] } };
  }
}

function toChange(list: SetTestCallersRequest['list']): WorkspaceChange {
  switch (list?.$case) {
    case 'numbers':
      return { type: 'SetTestCallerNumbers', numbers: list.value.values };
    case 'credentialIds':
      return { type: 'SetTestCredentialIds', credentialIds: list.value.values };
    case undefined:
      throw new DomainError('invalid_request', 'The request holds no list.');
  }
}
