import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';

/** A way to a database server on which everything sent can be made to vanish, as when its host has lost its power. */
export interface SilencedRoute {
  readonly connectionString: string;
  /** From now on nothing goes over the connections that are open, and none of them ends. */
  silence(): void;
  close(): Promise<void>;
}

export async function routeTo(connectionString: string): Promise<SilencedRoute> {
  const target = new URL(connectionString);
  const socketFile = path.join(
    target.searchParams.get('host') ?? '',
    `.s.PGSQL.${target.searchParams.get('port') ?? '5432'}`,
  );
  const ways = new Set<{ readonly near: Socket; readonly far: Socket }>();
  const server = createServer((near) => {
    const far = connect(socketFile);
    near.pipe(far);
    far.pipe(near);
    for (const end of [near, far]) end.on('error', () => undefined);
    ways.add({ near, far });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const route = new URL(connectionString);
  route.search = '';
  route.hostname = '127.0.0.1';
  route.port = String((server.address() as AddressInfo).port);
  return {
    connectionString: route.href,
    silence: () => {
      for (const { near, far } of ways) {
        near.unpipe(far);
        far.unpipe(near);
      }
    },
    close: async () => {
      for (const { near, far } of ways) for (const end of [near, far]) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
