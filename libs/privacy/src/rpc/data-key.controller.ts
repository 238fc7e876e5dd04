import { UseGuards } from '@nestjs/common';
import {
  DataKeyServiceService,
  type EnsureKeysRequest,
  type EnsureKeysResponse,
  type GetKeysRequest,
  type GetKeysResponse,
} from '@svc/contracts/identity';
import { RpcController } from '@svc/rpc/nest';
import { EnsureDataKeys } from '../application/ensure-data-keys.js';
import { GetDataKeys } from '../application/get-data-keys.js';
import { KeyReadersGuard } from './key-readers.guard.js';
import { subjectKeyToProto } from './subject-key-mapping.js';

@UseGuards(KeyReadersGuard)
@RpcController(DataKeyServiceService)
export class DataKeyController {
  constructor(
    private readonly get: GetDataKeys,
    private readonly ensure: EnsureDataKeys,
  ) {}

  async getKeys({ subjects }: GetKeysRequest): Promise<GetKeysResponse> {
    return { keys: [...(await this.get.execute(subjects))].map(subjectKeyToProto) };
  }

  async ensureKeys({ subjects }: EnsureKeysRequest): Promise<EnsureKeysResponse> {
    return { keys: [...(await this.ensure.execute(subjects))].map(subjectKeyToProto) };
  }
}
