import { Inject, Injectable } from '@nestjs/common';
import type { SqlFragment } from '@svc/event-store';
import { timestamp, type Statement } from '@svc/postgres';
import type { WrappedPlace } from '@svc/sealing';
import type { WrappedSecrets } from '@svc/service-host';
import { WEBHOOKS_OPTIONS, type WebhooksOptions } from '../webhooks-options.js';

const secretBytes = 32;
const prefix = 'whsec_';

/** Where the secrets of destinations are stored. */
export const destinationSecretTable: WrappedSecrets = {
  table: 'webhooks.destination_secret',
  purpose: 'destination-secret',
  row: ['secret_id'],
  column: 'wrapped_secret',
};

/** Creates secrets and stores them wrapped by the master key of this context. */
@Injectable()
export class DestinationSecrets {
  constructor(@Inject(WEBHOOKS_OPTIONS) private readonly options: WebhooksOptions) {}

  /** `whsec_` and base64 of 32 random bytes, the form of Standard Webhooks. */
  generate(): string {
    return prefix + Buffer.from(this.options.random(secretBytes)).toString('base64');
  }

  /** For an append. */
  insertion(destinationId: string, secretId: string, secret: string, nowMs: number): SqlFragment {
    const { masterKey, random } = this.options;
    const wrapped = masterKey.wrap(Buffer.from(secret), placeOf(secretId), random);
    return {
      name: 'destination_secret',
      text: `INSERT INTO webhooks.destination_secret
               (secret_id, destination_id, wrapped_secret, wrapping_key_id, created_at)
             VALUES ($1, $2, $3::bytea, $4, $5::timestamptz)`,
      values: [secretId, destinationId, wrapped, masterKey.id, timestamp(nowMs)],
    };
  }

  /** @throws BrokenWrappingError */
  open(secretId: string, wrapped: Uint8Array): string {
    return this.options.masterKey.unwrap(wrapped, placeOf(secretId)).toString();
  }
}

/** For an append: all secrets of a destination but one. @param kept null: remove that one too. */
export function removeSecrets(destinationId: string, kept: string | null): SqlFragment {
  return {
    name: 'destination_secret_removal',
    text: `DELETE FROM webhooks.destination_secret WHERE destination_id = $1 AND secret_id IS DISTINCT FROM $2`,
    values: [destinationId, kept],
  };
}

/** Replaced secrets that no longer sign. */
export function removeSpentSecrets(nowMs: number): Statement {
  return {
    name: 'webhooks.remove_spent_secrets',
    text: `DELETE FROM webhooks.destination_secret AS s USING webhooks.destination AS d
            WHERE d.destination_id = s.destination_id AND d.secret_id <> s.secret_id
              AND d.dual_signing_stops_at <= $1::timestamptz`,
    values: [timestamp(nowMs)],
  };
}

function placeOf(secretId: string): WrappedPlace {
  return { purpose: destinationSecretTable.purpose, row: [secretId] };
}
