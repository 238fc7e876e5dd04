/**
 * Makes V8 collect all garbage of a process that was started with `--inspect=127.0.0.1:<port>`: by itself it does when
 * memory is needed, and until then its size says little of what is held.
 */
export async function collectGarbage(inspectorPort: number): Promise<void> {
  const targets = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json()) as {
    readonly webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  // What the first one frees may make more free for the next.
  for (const id of [1, 2]) {
    const answered = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
    await answered;
  }
  socket.close();
}
