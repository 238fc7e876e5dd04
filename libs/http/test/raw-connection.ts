import { connect, isIPv6 } from 'node:net';

/** Raw HTTP, for what no client library would send. */
export function rawConnection(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: isIPv6(localAddress) ? '::1' : '127.0.0.1', localAddress });
  let received = '';
  const waiting: (() => void)[] = [];
  const notify = (): void => waiting.splice(0).forEach((wake) => wake());
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    notify();
  });
  let closed = false;
  socket.on('close', () => {
    closed = true;
    notify();
  });
  socket.on('error', () => undefined);

  const until = async (done: () => boolean): Promise<void> => {
    while (!done()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return {
    socket,
    send: (bytes: string | Uint8Array): void => void socket.write(bytes),
    received: (): string => received,
    receivedText: (text: string): Promise<void> => until(() => received.includes(text) || closed),
    closed: (): Promise<void> => until(() => closed),
    close: (): void => void socket.destroy(),
  };
}

/** Waits for real I/O: resolves once the condition is true. The test's own time limit is the bound. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
