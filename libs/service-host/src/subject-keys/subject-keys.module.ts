import { Module, type DynamicModule } from '@nestjs/common';
import { DataKeyServiceService } from '@svc/contracts/identity';
import type { Clock } from '@svc/kernel';
import { clientToken, RpcClientModule } from '@svc/rpc/nest';
import { KeyRing } from '@svc/sealing';
import { CLOCK } from '../platform.module.js';
import { dataKeySource, type DataKeyClient } from './data-key-source.js';

/** `@Inject(SUBJECT_KEYS) keys: KeyRing` */
export const SUBJECT_KEYS = Symbol('SUBJECT_KEYS');

export interface SubjectKeysOptions {
  /** Where identity's DataKeyService listens. */
  readonly address: string;
}

/** The keys of subjects for a context that seals and opens with them: one ring for all that it does. */
@Module({})
export class SubjectKeysModule {
  static register({ address }: SubjectKeysOptions): DynamicModule {
    return {
      module: SubjectKeysModule,
      imports: [RpcClientModule.register([{ definition: DataKeyServiceService, address }])],
      providers: [
        {
          provide: SUBJECT_KEYS,
          inject: [clientToken(DataKeyServiceService), CLOCK],
          useFactory: (identity: DataKeyClient, clock: Clock) =>
            new KeyRing({ source: dataKeySource(identity), clock }),
        },
      ],
      exports: [SUBJECT_KEYS],
    };
  }
}
