import { Inject, Injectable } from '@nestjs/common';
import type { RpcPeer } from '@svc/rpc';
import { requirePermitted } from '@svc/service-host';
import { defaultKeyReaders, PRIVACY_OPTIONS, type PrivacyOptions } from '../privacy-options.js';

/** The processes that may have keys of subjects. The caller of a request does not matter. */
@Injectable()
export class KeyReaders {
  readonly #names: readonly string[];

  constructor(@Inject(PRIVACY_OPTIONS) { keyReaders = defaultKeyReaders }: PrivacyOptions) {
    this.#names = keyReaders;
  }

  /** @throws DomainError `permission_denied` */
  require(peer: RpcPeer): void {
    requirePermitted(peer, {
      names: this.#names,
      variable: 'SVC_KEY_READERS',
      rejection: 'Keys are given to services that the operator has named.',
    });
  }
}
