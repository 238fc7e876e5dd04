import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { RpcPeer } from '@svc/rpc';
import { defaultKeyReaders, IDENTITY_OPTIONS, type IdentityOptions } from '../identity-options.js';

/** Which processes may have keys of people. No caller has a say in it: whom a call is made for does not matter. */
@Injectable()
export class KeyReaders {
  readonly #names: readonly string[];

  constructor(@Inject(IDENTITY_OPTIONS) { keyReaders = defaultKeyReaders }: IdentityOptions) {
    this.#names = keyReaders;
  }

  /** @throws DomainError `permission_denied` */
  require(peer: RpcPeer): void {
    if (peer.transport === 'unix' || this.#names.some((name) => peer.isNamed(name))) return;
    throw new DomainError('permission_denied', 'Keys are given to services that the operator has named.', {
      privateDetail: `The certificate of the peer has none of the names in SVC_KEY_READERS (${this.#names.join(', ')}).`,
    });
  }
}
