import { createHash } from 'node:crypto';
import { DataKeyServiceService, type SubjectKey } from '@svc/contracts/identity';
import { service, startRpcServer, type SocketFolder } from '@svc/rpc';
import { silentLogger } from '@svc/telemetry';

/** The keys of identity, behind real gRPC. */
export interface IdentityKeys {
  readonly address: string;
  /** Subjects whose keys are destroyed. */
  readonly erased: Set<string>;
  stop(): Promise<void>;
}

export async function startIdentityKeys(sockets: SocketFolder): Promise<IdentityKeys> {
  const made = new Set<string>();
  const erased = new Set<string>();
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
    ],
    logger: silentLogger,
  });
  return { address: server.address, erased, stop: () => server.stop(0) };
}

/** The same key again for the same subject. */
function keyOf(subject: string, erased: ReadonlySet<string>): SubjectKey {
  if (erased.has(subject)) return { subject, erased: true };
  const secret = createHash('sha256').update(subject).digest();
  const id = secret.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { subject, key: { id, secret }, erased: false };
}
