import { DomainError } from '@svc/errors';
import type { Decider, DomainEvent, StateShape, Timed } from '@svc/kernel';
import type { Author } from '../author.js';
import {
  checkHasVersions,
  checkServiceFields,
  type AvailableVersions,
  type ServiceFields,
} from './service-rules.js';
import { sortTags } from './tag.js';
import {
  edgeVersionSetName,
  latestVersions,
  releaseVersionSetName,
  withSortedPreferences,
  withVersionSet,
  type NamedVersionSet,
  type VersionSet,
} from './version-set.js';
import {
  checkRoomForVersionSet,
  checkVersionSet,
  checkVersionSetName,
  type ModelNames,
} from './version-set-rules.js';

/** The settings of a new service. */
export interface ServiceSettings extends ServiceFields {
  readonly isActive: boolean;
  readonly agentId: string;
  readonly contextGraphId: string;
}

export type ServiceEvent =
  | DomainEvent<
      'ServiceCreated',
      ServiceSettings & {
        readonly serviceId: string;
        readonly creator: Author;
        readonly createdAtMs: number;
      }
    >
  | DomainEvent<
      'VersionSetPut',
      {
        readonly serviceId: string;
        readonly name: string;
        readonly versionSet: VersionSet;
        readonly updatedBy: Author;
        readonly updatedAtMs: number;
      }
    >;

/** Facts from outside the stream that both commands need. Versions are never deleted, so the facts stay true. */
interface Facts {
  readonly available: AvailableVersions;
  readonly modelNames: ModelNames;
  readonly by: Author;
}

export type ServiceCommand =
  | ({
      readonly type: 'CreateService';
      readonly serviceId: string;
      /** Null: the latest versions, as `edge`. */
      readonly releaseVersionSet: VersionSet | null;
    } & ServiceSettings &
      Facts)
  | ({ readonly type: 'PutVersionSet'; readonly name: string; readonly versionSet: VersionSet } & Facts);

/** Null until the service is created. */
export type ServiceState =
  | (ServiceSettings & {
      readonly serviceId: string;
      /** In the order of their creation; names unique. */
      readonly versionSets: readonly NamedVersionSet[];
      readonly creator: Author;
      readonly createdAtMs: number;
      readonly updatedBy: Author;
    })
  | null;

/** The shape of a snapshot. The compiler demands that it follows each change of the state. */
export const serviceShape: StateShape<NonNullable<ServiceState>> = {
  serviceId: 'string',
  name: 'string',
  description: 'string',
  isActive: 'boolean',
  agentId: 'string',
  contextGraphId: 'string',
  tags: ['list', { key: 'string', value: 'string?' }],
  keyterms: ['list', 'string'],
  versionSets: [
    'list',
    {
      name: 'string',
      versionSet: {
        agentVersionNumber: 'number?',
        contextGraphVersionNumber: 'number?',
        llmModelPreferences: [
          'list',
          { interactionName: 'string', llmName: 'string', params: ['map', 'json?'] },
        ],
      },
    },
  ],
  creator: { orgId: 'string', userId: 'string' },
  createdAtMs: 'number',
  updatedBy: { orgId: 'string', userId: 'string' },
};

/**
 * A service and its version sets. A unique row keeps its name unique among active services
 * (projections/service-rows.ts).
 */
export const serviceDecider: Decider<ServiceState, ServiceCommand & Timed, ServiceEvent> = {
  initialState: null,

  decide(state, command) {
    switch (command.type) {
      case 'CreateService':
        return createService(command);
      case 'PutVersionSet': {
        const { name, versionSet, available, modelNames, by, atMs } = command;
        checkVersionSetName(name);
        if (state === null) throw new DomainError('not_found', 'There is no service with this id.');
        refuseEdge(name);
        checkRoomForVersionSet(name, state.versionSets);
        checkVersionSet('version_set', versionSet, available, modelNames);
        return [versionSetPut(state.serviceId, name, versionSet, by, atMs)];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ServiceCreated':
        return { ...event.data, versionSets: [], updatedBy: event.data.creator };
      case 'VersionSetPut': {
        const { name, versionSet, updatedBy } = event.data;
        return (
          state && {
            ...state,
            versionSets: withVersionSet(state.versionSets, { name, versionSet }),
            updatedBy,
          }
        );
      }
    }
  },
};

function createService(
  command: Extract<ServiceCommand, { type: 'CreateService' }> & Timed,
): readonly ServiceEvent[] {
  const { type: _type, releaseVersionSet, available, modelNames, by, atMs, ...given } = command;
  const { serviceId } = given;
  checkServiceFields(given);
  checkHasVersions(available);
  const release = releaseVersionSet ?? latestVersions;
  checkVersionSet('release_version_set', release, available, modelNames);
  return [
    {
      type: 'ServiceCreated',
      data: { ...given, tags: sortTags(given.tags), creator: by, createdAtMs: atMs },
    },
    versionSetPut(serviceId, edgeVersionSetName, latestVersions, by, atMs),
    versionSetPut(serviceId, releaseVersionSetName, release, by, atMs),
  ];
}

function versionSetPut(
  serviceId: string,
  name: string,
  versionSet: VersionSet,
  updatedBy: Author,
  updatedAtMs: number,
): ServiceEvent {
  const data = { serviceId, name, versionSet: withSortedPreferences(versionSet), updatedBy, updatedAtMs };
  return { type: 'VersionSetPut', data };
}

/** @throws DomainError `invalid_request` */
function refuseEdge(name: string): void {
  if (name !== edgeVersionSetName) return;
  throw new DomainError('invalid_request', 'The version set "edge" always means the latest versions.');
}
