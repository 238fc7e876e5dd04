import type { ContextGraph, Guardrail } from '@svc/engine';
import { Conversation } from './conversation.js';
import { action, graph } from './graphs/builders.js';

const clinic = graph('Answers callers', [
  action(
    'desk',
    'Help the caller',
    ['Tell the caller that the visit costs 20 Euro'],
    [['All is done', 'end']],
  ),
  action('end', 'Say goodbye', ['Say goodbye'], []),
]);

/** The agent's first message where its graph forbids this. */
async function greeting(description: string, enforcement: Guardrail['enforcement'] = 'hard') {
  const conversation = new Conversation(clinic);
  const guardrails = [{ name: 'rule', description, enforcement }];
  const states = conversation.graph.states.map((state) => ({ ...state, guardrails }));
  const guarded = { ...conversation.graph, states } as ContextGraph;
  const { message, result } = await Object.assign(conversation, { graph: guarded }).begin();
  return { message, breaches: result.breaches };
}

describe('given a guardrail, when the offline model words and judges the message', () => {
  it('then a sentence that breaks it is not said, and the others are', async () => {
    const { message, breaches } = await greeting('Never tell what a visit costs');
    expect(message).not.toContain('20 Euro');
    expect(message).toContain("I'm sorry");
    expect(message).toContain('Hello');
    expect(breaches).toMatchObject([{ guardrail: 'rule', cause: 'judged', sentences: 1 }]);
  });

  it('then a message that breaks none is said as it was worded', async () => {
    const { message, breaches } = await greeting('Never give medical advice');
    expect(message).toContain('20 Euro');
    expect([message.includes("I'm sorry"), breaches]).toEqual([false, undefined]);
  });

  it('then advice is recorded, and hinders nothing', async () => {
    const { message, breaches } = await greeting('Avoid the costs of a visit', 'soft');
    expect(message).toContain('20 Euro');
    expect(breaches).toMatchObject([{ enforcement: 'soft', cause: 'judged' }]);
  });
});
