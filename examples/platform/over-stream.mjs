/** Server-sent events: the same requests, but the answer comes as it is made. */
export async function talk({ request, send }, serviceId, { show, showTool }) {
  const { id, turns } = await request('POST', 'conversations', { service_id: serviceId });
  for (const { role, text } of turns) if (role === 'agent') show(text);
  return {
    id: () => id,
    async say(message) {
      const path = `conversations/${id}/turns/stream?include_tool_calls=true`;
      const { body } = await send('POST', path, { message }, { accept: 'text/event-stream' });
      for await (const { event, data } of events(body)) {
        if (event === 'tool_call_started') showTool(data.tool_name, data.input);
        if (event === 'message') show(data.text); // behind its pieces, which come as `token`
        if (event === 'done') return data.status;
        if (event === 'error') throw new Error(data.message);
      }
      throw new Error('The stream ended too early: the turn goes on, and polling collects its answer.');
    },
  };
}

async function* events(body) {
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const frames = (text + piece).split('\n\n');
    text = frames.pop();
    for (const frame of frames) {
      const line = (name) => frame.split('\n').find((one) => one.startsWith(`${name}: `));
      if (line('event')) yield { event: line('event').slice(7), data: JSON.parse(line('data').slice(6)) };
    }
  }
}
