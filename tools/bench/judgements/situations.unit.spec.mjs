import { choicesOf, readSituations, requestOf } from './situations.mjs';

const situations = readSituations();
const identity = { name: 'test/model', settings: {} };

describe('the table of situations', () => {
  it('has sixty, each under a label of its own, of three domains', () => {
    expect(situations).toHaveLength(60);
    expect(new Set(situations.map(({ label }) => label)).size).toBe(60);
    const says = situations.map(({ stateName, conversation, says }) =>
      JSON.stringify([stateName, conversation, says]),
    );
    expect(new Set(says).size).toBe(60);
    expect(new Set(situations.map(({ domain }) => domain)).size).toBe(3);
  });

  it('tries what conversations are hard for', () => {
    const tried = situations.map(({ tries }) => tries).join('\n');
    for (const what of [
      'emergency',
      'correction',
      'two answers in one message',
      'refusal',
      'another language',
      'ambiguity',
      'an injection',
      'a question',
    ])
      expect(tried).toContain(what);
  });

  it.each(situations.map((situation) => [situation.label, situation]))(
    '%s has a right choice and others that can be defended among those that its state offers',
    (_label, { state, expected, acceptable, conversation, says, tries }) => {
      const offered = [...choicesOf(state).values()];
      expect(new Set(offered).size).toBe(offered.length);
      expect(offered).toEqual(expect.arrayContaining([expected, ...acceptable]));
      expect(acceptable).not.toContain(expected);
      expect(conversation.every(([who, text]) => ['agent', 'user'].includes(who) && text !== '')).toBe(true);
      expect(conversation.at(-1)?.[0]).toBe('agent');
      expect([says, tries]).not.toContain('');
    },
  );

  it('is put to a model in the request of a turn, with the choices that labels refer to', () => {
    for (const situation of situations) {
      const { task, messages } = requestOf(situation, identity);
      const texts = { ...situation.state.exits, ...situation.state.actions };
      expect(task.choices.map(({ id, text }) => [id, text])).toEqual(
        [...choicesOf(situation.state)].map(([id, name]) => [id, texts[name]]),
      );
      expect(messages.map(({ content }) => content).join('\n')).toContain(situation.state.objective);
    }
  });
});
