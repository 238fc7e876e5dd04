import { createHash } from 'node:crypto';
import { DataKeyServiceService, PersonServiceService, type SubjectKey } from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import { service, startRpcServer, type SocketFolder } from '@svc/rpc';
import { silentLogger } from '@svc/telemetry';

/** The keys of identity, behind real gRPC. */
export interface IdentityKeys {
  readonly address: string;
  /** Subjects whose keys are destroyed. */
  readonly erased: Set<string>;
  /** Whether nobody can be erased now. */
  isBroken: boolean;
  stop(): Promise<void>;
}

export async function startIdentityKeys(sockets: SocketFolder): Promise<IdentityKeys> {
  const made = new Set<string>();
  const erased = new Set<string>();
  const identity = { isBroken: false };
  const server = await startRpcServer({
    address: sockets.address('identity'),
    services: [
      service(DataKeyServiceService, {
        getKeys: async ({ subjects }) => ({
          keys: subjects.filter((subject) => made.has(subject)).map((subject) => keyOf(subject, erased)),
        }),
        ensureKeys: async ({ subjects }) => {
          for (const subject of subjects) made.add(subject);
          return { keys: subjects.map((subject) => keyOf(subject, erased)) };
        },
      }),
      service(PersonServiceService, {
        erasePerson: async ({ caller, personId }) => {
          if (identity.isBroken) throw new DomainError('service_unavailable', 'The list is full.');
          erased.add(`${caller?.tenantId}/user/${personId}`);
          return {};
        },
      }),
    ],
    logger: silentLogger,
  });
  return Object.assign(identity, { address: server.address, erased, stop: () => server.stop(0) });
}

/** The same key again for the same subject. */
function keyOf(subject: string, erased: ReadonlySet<string>): SubjectKey {
  if (erased.has(subject)) return { subject, erased: true };
  const secret = createHash('sha256').update(subject).digest();
  const id = secret.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { subject, key: { id, secret }, erased: false };
}
