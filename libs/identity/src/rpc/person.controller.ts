import {
  PersonServiceService,
  type ErasePersonRequest,
  type ErasePersonResponse,
} from '@svc/contracts/identity';
import { workspaceRequestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { ErasePerson } from '../application/erase-person.js';

/** PersonService (proto/svc/identity/v1/person_service.proto). */
@RpcController(PersonServiceService)
export class PersonController {
  constructor(private readonly erase: ErasePerson) {}

  async erasePerson({ caller, personId }: ErasePersonRequest, call: RpcCall): Promise<ErasePersonResponse> {
    await this.erase.byRequest(workspaceRequestContextOf(caller, call), personId);
    return {};
  }
}
