import { Inject, Injectable } from '@nestjs/common';
import { DataKeyServiceService } from '@svc/contracts/identity';
import { SubjectErasedError } from '@svc/errors';
import type { RpcClient } from '@svc/rpc';
import { clientToken } from '@svc/rpc/nest';
import type { KeyRing } from '@svc/sealing';
import { SUBJECT_KEYS, subjectKeyFromProto } from '@svc/service-host';

type DataKeys = Pick<RpcClient<typeof DataKeyServiceService>, 'ensureKeys'>;

/** Identity makes the key of an entity before anything of it is sealed. */
@Injectable()
export class SubjectKeyMaker {
  constructor(
    @Inject(clientToken(DataKeyServiceService)) private readonly identity: DataKeys,
    @Inject(SUBJECT_KEYS) private readonly keys: KeyRing,
  ) {}

  /** Can be repeated. @throws SubjectErasedError; DomainError `service_unavailable` */
  async ensure(subject: string): Promise<void> {
    const { keys } = await this.identity.ensureKeys({ subjects: [subject] });
    const [message] = keys;
    if (message === undefined) throw new Error('An answer about a key holds nothing about it');
    if (this.keys.learn(subject, subjectKeyFromProto(message)) === 'erased')
      throw new SubjectErasedError(subject);
  }
}
