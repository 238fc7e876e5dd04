/** A WebSocket: one connection for the whole conversation. Browsers and newer versions of Node have one, Node 20 takes a package. */
const WebSocket = globalThis.WebSocket ?? (await import('ws')).default;

export async function talk({ baseUrl, workspaceId, key }, serviceId, { show, showTool }) {
  const query = new URLSearchParams({
    workspace_id: workspaceId,
    service_id: serviceId,
    tool_events: 'true',
  });
  const address = `${baseUrl.replace(/^http/, 'ws')}/v1/agent/text-stream?${query}`;
  const socket = new WebSocket(address, ['auth', key]);
  const frames = framesOf(socket);
  let id;

  /** Until the agent has said all. */
  async function listen() {
    for await (const frame of frames) {
      if (frame.type === 'session_started') id = frame.conversation_id;
      if (frame.type === 'tool_call_started') showTool(frame.tool_name, JSON.stringify(frame.input));
      if (frame.type === 'message') show(frame.text);
      if (frame.type === 'error') throw new Error(frame.message);
      if (frame.type === 'response_complete') return 'active';
      if (frame.type === 'session_ended') return frame.reason;
    }
    return 'closed';
  }

  await listen();
  return {
    id: () => id,
    say(message) {
      socket.send(JSON.stringify({ type: 'message', text: message }));
      return listen();
    },
    async leave() {
      if (socket.readyState === WebSocket.CLOSED) return;
      socket.send(JSON.stringify({ type: 'stop' }));
      await new Promise((resolve) => socket.addEventListener('close', resolve));
    },
  };
}

/** An iterator that outlives the loops over it. */
function framesOf(socket) {
  const frames = [];
  let wake = () => undefined;
  let closed;
  socket.addEventListener('message', ({ data }) => wake(frames.push(JSON.parse(data))));
  socket.addEventListener('close', ({ code, reason }) => wake((closed = { code, reason })));
  const next = async () => {
    while (frames.length === 0) {
      if (closed?.code === 1000) return { done: true };
      if (closed) throw new Error(`The socket was closed: ${closed.code} ${closed.reason}`);
      await new Promise((resolve) => (wake = resolve));
    }
    return { done: false, value: frames.shift() };
  };
  return { next, [Symbol.asyncIterator]: () => ({ next }) };
}
