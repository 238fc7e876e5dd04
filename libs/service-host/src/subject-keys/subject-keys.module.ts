import { Module, type DynamicModule } from '@nestjs/common';
import { DataKeyServiceService } from '@svc/contracts/identity';
import { StartupError } from '@svc/errors';
import type { Clock } from '@svc/kernel';
import { isConfidential, type RpcTls } from '@svc/rpc';
import { clientToken, RpcClientModule } from '@svc/rpc/nest';
import { KeyRing } from '@svc/sealing';
import { CLOCK } from '../platform.module.js';
import { dataKeySource, type DataKeyClient } from './data-key-source.js';

/** `@Inject(SUBJECT_KEYS) keys: KeyRing` */
export const SUBJECT_KEYS = Symbol('SUBJECT_KEYS');

export interface SubjectKeysOptions {
  /** Address of identity's DataKeyService. */
  readonly address: string;
  /** For a network address. */
  readonly tls?: RpcTls | undefined;
}

/** The subjects' keys for a context that seals and opens with them: one key ring for all of it. */
@Module({})
export class SubjectKeysModule {
  /**
   * @throws StartupError if an attacker on the network could supply their own keys and read the data sealed with them.
   */
  static register({ address, tls }: SubjectKeysOptions): DynamicModule {
    if (!isConfidential(address, tls)) throw inTheOpen(address);
    return {
      module: SubjectKeysModule,
      imports: [RpcClientModule.register([{ definition: DataKeyServiceService, address, tls }])],
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

function inTheOpen(address: string): StartupError {
  return new StartupError(
    `Keys of people would come from ${address} in the open: set SVC_RPC_CA, SVC_RPC_CERT and SVC_RPC_KEY, or the address to a unix socket (unix:///path).`,
  );
}
