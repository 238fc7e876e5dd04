import { DomainError } from '@svc/errors';
import type { Decider, DomainEvent } from '@svc/kernel';
import type { Author } from '../author.js';
import { checkHasVersions, checkServiceFields, type AvailableVersions } from './service-rules.js';
import { sortTags, type Tag } from './tag.js';
import { edgeVersionSetName, latestVersions, releaseVersionSetName, type VersionSet } from './version-set.js';
import {
  checkRoomForVersionSet,
  checkVersionSet,
  checkVersionSetName,
  type ModelNames,
} from './version-set-rules.js';

export type ServiceEvent =
  | DomainEvent<
      'ServiceCreated',
      {
        readonly serviceId: string;
        readonly name: string;
        readonly description: string;
        readonly isActive: boolean;
        readonly agentId: string;
        readonly contextGraphId: string;
        readonly tags: readonly Tag[];
        readonly keyterms: readonly string[];
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

/** What both commands must know from outside their stream. Versions never vanish, so it can't become untrue. */
interface Facts {
  readonly available: AvailableVersions;
  readonly modelNames: ModelNames;
  readonly by: Author;
  readonly nowMs: number;
}

export type ServiceCommand =
  | ({
      readonly type: 'CreateService';
      readonly serviceId: string;
      readonly agentId: string;
      readonly contextGraphId: string;
      readonly name: string;
      readonly description: string;
      readonly isActive: boolean;
      /** Null: the latest versions, as `edge`. */
      readonly releaseVersionSet: VersionSet | null;
      readonly keyterms: readonly string[];
      readonly tags: readonly Tag[];
    } & Facts)
  | ({ readonly type: 'PutVersionSet'; readonly name: string; readonly versionSet: VersionSet } & Facts);

/** Null until the service is created. */
export type ServiceState = {
  readonly serviceId: string;
  readonly agentId: string;
  readonly contextGraphId: string;
  readonly versionSetNames: readonly string[];
} | null;

/** A service and its version sets. Its name is unique among active services: a row (projections/service-rows.ts). */
export const serviceDecider: Decider<ServiceState, ServiceCommand, ServiceEvent> = {
  initialState: null,

  decide(state, command) {
    switch (command.type) {
      case 'CreateService': {
        checkServiceFields(command);
        checkHasVersions(command.available);
        const release = command.releaseVersionSet ?? latestVersions;
        checkVersionSet('release_version_set', release, command.available, command.modelNames);
        const { serviceId, name, description, isActive, agentId, contextGraphId, keyterms, by, nowMs } =
          command;
        const tags = sortTags(command.tags);
        const ends = { creator: by, createdAtMs: nowMs };
        const put = (setName: string, versionSet: VersionSet): ServiceEvent => ({
          type: 'VersionSetPut',
          data: {
            serviceId,
            name: setName,
            versionSet: sorted(versionSet),
            updatedBy: by,
            updatedAtMs: nowMs,
          },
        });
        return [
          {
            type: 'ServiceCreated',
            data: {
              serviceId,
              name,
              description,
              isActive,
              agentId,
              contextGraphId,
              tags,
              keyterms,
              ...ends,
            },
          },
          put(edgeVersionSetName, latestVersions),
          put(releaseVersionSetName, release),
        ];
      }
      case 'PutVersionSet': {
        const { name, versionSet, by, nowMs } = command;
        checkVersionSetName(name);
        if (state === null) throw new DomainError('not_found', 'There is no service with this id.');
        if (name === edgeVersionSetName) {
          throw new DomainError(
            'invalid_request',
            'The version set "edge" always means the latest versions.',
          );
        }
        checkRoomForVersionSet(name, state.versionSetNames);
        checkVersionSet('version_set', versionSet, command.available, command.modelNames);
        const change = { versionSet: sorted(versionSet), updatedBy: by, updatedAtMs: nowMs };
        return [{ type: 'VersionSetPut', data: { serviceId: state.serviceId, name, ...change } }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ServiceCreated': {
        const { serviceId, agentId, contextGraphId } = event.data;
        return { serviceId, agentId, contextGraphId, versionSetNames: [] };
      }
      case 'VersionSetPut':
        if (state === null || state.versionSetNames.includes(event.data.name)) return state;
        return { ...state, versionSetNames: [...state.versionSetNames, event.data.name] };
    }
  },
};

function sorted(set: VersionSet): VersionSet {
  const byName = set.llmModelPreferences.toSorted((a, b) => (a.interactionName < b.interactionName ? -1 : 1));
  return { ...set, llmModelPreferences: byName };
}
