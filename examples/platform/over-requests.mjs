/** Plain requests: each turn is one, and its answer comes whole. */
export async function talk({ request }, serviceId, { show, showTool }) {
  // The agent greets where the conversation is made.
  const { id, turns } = await request('POST', 'conversations', { service_id: serviceId });
  const showAll = (said) => said.forEach(({ role, text }) => role === 'agent' && show(text));
  showAll(turns);
  return {
    id: () => id,
    async say(message) {
      const turn = await request('POST', `conversations/${id}/turns?include_tool_calls=true`, { message });
      for (const { tool_name: name, input } of turn.tool_calls) showTool(name, JSON.stringify(input));
      showAll(turn.output);
      return turn.conversation.status;
    },
  };
}
