import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import { KeyRing } from '@svc/sealing';
import { CLOCK, SUBJECT_KEYS } from '@svc/service-host';
import { DataKeys } from './adapters/data-keys.js';
import { EnsureDataKeys } from './application/ensure-data-keys.js';
import { Erasures } from './application/erasures.js';
import { GetDataKeys } from './application/get-data-keys.js';
import { KeyReaders } from './application/key-readers.js';
import { OverdueErasures } from './application/overdue-erasures.js';
import { ErasureConfirmationsController } from './events/erasure-confirmations.controller.js';
import { PRIVACY_OPTIONS, type PrivacyOptions } from './privacy-options.js';
import { DataKeyController } from './rpc/data-key.controller.js';

/** The keys of all subjects, and the record of erasures. */
@Module({})
export class PrivacyModule {
  static register(options: PrivacyOptions): DynamicModule {
    return {
      module: PrivacyModule,
      controllers: [DataKeyController, ErasureConfirmationsController],
      providers: [
        { provide: PRIVACY_OPTIONS, useValue: options },
        {
          provide: SUBJECT_KEYS,
          inject: [DataKeys, CLOCK],
          useFactory: (source: DataKeys, clock: Clock) => new KeyRing({ source, clock }),
        },
        DataKeys,
        EnsureDataKeys,
        Erasures,
        GetDataKeys,
        KeyReaders,
        OverdueErasures,
      ],
      exports: [SUBJECT_KEYS, DataKeys, Erasures, KeyReaders, OverdueErasures],
    };
  }
}
