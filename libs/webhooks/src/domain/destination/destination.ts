import { DomainError, FieldChecks, validationError } from '@svc/errors';
import { isSameData, type Decider, type Timed } from '@svc/kernel';
import { limits } from '../limits.js';
import type { DestinationEvent } from './destination-event.js';
import { checkSettings, checkUrl, urlIsFixed, type DestinationSettings } from './destination-rules.js';

export type DestinationCommand =
  | ({
      readonly type: 'CreateDestination';
      readonly destinationId: string;
      readonly url: string;
      /** Whether `http` is allowed, by the installer's configuration. */
      readonly allowsPlain: boolean;
      readonly secretId: string;
    } & DestinationSettings)
  | ({
      readonly type: 'UpdateDestination';
      readonly url?: string;
    } & Partial<DestinationSettings>)
  | { readonly type: 'RotateSecret'; readonly secretId: string }
  | { readonly type: 'RewindDestination'; readonly sinceMs: number }
  | { readonly type: 'DeleteDestination' };

export interface Destination extends DestinationSettings {
  readonly destinationId: string;
  readonly url: string;
  /** Names the secret that signs. */
  readonly secretId: string;
  readonly secretGeneratedAtMs: number;
  /** Of the latest rotation; null: there was none. */
  readonly dualSigningStopsAtMs: number | null;
  readonly createdAtMs: number;
  readonly isDeleted: boolean;
}

/** Null until it is created. */
export type DestinationState = Destination | null;

/** A locked row keeps the limit of ten for each tenant (projections/destination-rows.ts). */
export const destinationDecider: Decider<DestinationState, DestinationCommand & Timed, DestinationEvent> = {
  initialState: null,

  decide(state, command) {
    switch (command.type) {
      case 'CreateDestination': {
        const { type: _type, allowsPlain, atMs, ...created } = command;
        const checks = new FieldChecks();
        checkUrl(checks, created.url, allowsPlain);
        checkSettings(checks, created);
        checks.verify();
        return [{ type: 'DestinationCreated', data: { ...created, createdAtMs: atMs } }];
      }
      case 'UpdateDestination': {
        const present = existingDestination(state);
        const { type: _type, atMs: _atMs, url, ...changes } = command;
        if (url !== undefined && url !== present.url) throw urlIsFixed();
        const earlier = settingsOf(present);
        const settings = { ...earlier, ...changes };
        const checks = new FieldChecks();
        checkSettings(checks, settings);
        checks.verify();
        return isSameData(earlier, settings) ? [] : [{ type: 'DestinationUpdated', data: settings }];
      }
      case 'RotateSecret': {
        const { dualSigningStopsAtMs } = existingDestination(state);
        const { secretId, atMs } = command;
        if (dualSigningStopsAtMs !== null) {
          const nextAtMs = dualSigningStopsAtMs - limits.dualSigningMs + limits.betweenRotationsMs;
          if (atMs < nextAtMs) throw rotationTooSoon(nextAtMs);
        }
        const data = { secretId, rotatedAtMs: atMs, dualSigningStopsAtMs: atMs + limits.dualSigningMs };
        return [{ type: 'SecretRotated', data }];
      }
      case 'RewindDestination': {
        existingDestination(state);
        const { sinceMs, atMs } = command;
        if (sinceMs > atMs || sinceMs < atMs - limits.historyMs) throw unreachableTime();
        return [{ type: 'DestinationRewound', data: { sinceMs, untilMs: atMs } }];
      }
      case 'DeleteDestination':
        existingDestination(state);
        return [{ type: 'DestinationDeleted', data: {} }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'DestinationCreated':
        return {
          ...event.data,
          secretGeneratedAtMs: event.data.createdAtMs,
          dualSigningStopsAtMs: null,
          isDeleted: false,
        };
      case 'DestinationUpdated':
        return state && { ...state, ...event.data };
      case 'SecretRotated': {
        const { secretId, rotatedAtMs, dualSigningStopsAtMs } = event.data;
        return state && { ...state, secretId, secretGeneratedAtMs: rotatedAtMs, dualSigningStopsAtMs };
      }
      case 'DestinationRewound':
        return state;
      case 'DestinationDeleted':
        return state && { ...state, isDeleted: true };
    }
  },
};

/** @throws DomainError `not_found`. */
export function existingDestination(state: DestinationState): Destination {
  if (!state || state.isDeleted) throw destinationNotFound();
  return state;
}

export function destinationNotFound(): DomainError {
  return new DomainError('not_found', 'There is no webhook destination with this id.');
}

/** Names each part of the state that is no setting. */
function settingsOf({
  destinationId: _id,
  url: _url,
  secretId: _secretId,
  secretGeneratedAtMs: _secretGeneratedAtMs,
  dualSigningStopsAtMs: _dualSigningStopsAtMs,
  createdAtMs: _createdAtMs,
  isDeleted: _isDeleted,
  ...settings
}: Destination): DestinationSettings {
  return settings;
}

function rotationTooSoon(nextAtMs: number): DomainError {
  const next = new Date(nextAtMs).toISOString();
  return new DomainError(
    'rotation_too_soon',
    `A secret can be rotated once an hour: this one again from ${next} on.`,
  );
}

function unreachableTime(): DomainError {
  return validationError([
    { loc: ['body', 'since'], msg: 'must lie in the past 30 days', type: 'out_of_range' },
  ]);
}
