import {
  recallTool,
  type InteractionInput,
  type JudgeTask,
  type SceneTools,
  type ShownToolCall,
  type ToolOffer,
} from '@svc/engine';
import type { JsonObject } from '@svc/kernel';
import { engageRequest, judgeRequest } from '../../../test/requests.js';
import { engage } from '../engage/engage.js';
import { judge } from '../judge/judge.js';
import { inputOf } from './input-of.js';

/** Monday, 23 November 2026, 10:00 UTC. */
const startedAtMs = Date.UTC(2026, 10, 23, 10);

function says(text: string): InteractionInput {
  return { kind: 'user-message', text, externalEvents: [] };
}

function offerOf(properties: JsonObject, required = Object.keys(properties)): ToolOffer {
  const inputSchema = { type: 'object', properties, required };
  return {
    name: 'book_visit',
    description: 'Books a visit.',
    inputSchema,
    hasEffects: true,
    instruction: '',
  };
}

const visit = offerOf({
  day: { type: 'string', format: 'date' },
  time: { type: 'string' },
  kind: { type: 'string', enum: ['cleaning', 'check_up'] },
});

const scene = { ...judgeRequest.task, startedAtMs };

describe('given what a tool requires', () => {
  it.each([
    ['a day', { day: { type: 'string', format: 'date' } }, 'On Wednesday, please', { day: '2026-11-25' }],
    ['tomorrow', { date: { type: 'string' } }, 'Can I come tomorrow?', { date: '2026-11-24' }],
    [
      'a date with its year',
      { date_of_birth: { type: 'string', format: 'date' } },
      'I was born on 12 March 1980',
      { date_of_birth: '1980-03-12' },
    ],
    [
      'a date without year',
      { day: { type: 'string', format: 'date' } },
      'On March 3rd',
      { day: '2027-03-03' },
    ],
    ['a time', { time: { type: 'string' } }, 'at 3 pm', { time: '15:00' }],
    ['a number', { guests: { type: 'integer' } }, 'We are 4 people', { guests: 4 }],
    [
      'one of some words',
      { kind: { type: 'string', enum: ['cleaning', 'check_up'] } },
      'A check-up',
      { kind: 'check_up' },
    ],
    [
      'a name',
      { patient_name: { type: 'string' } },
      'My name is Ada Lovelace.',
      { patient_name: 'Ada Lovelace' },
    ],
    ['an address', { email: { type: 'string' } }, 'Write to ada@example.org', { email: 'ada@example.org' }],
  ])('then %s is read from the conversation', (_what, properties, text, input) => {
    expect(inputOf(offerOf(properties), { ...scene, input: says(text) })).toEqual({ input, missing: [] });
  });

  it('then what was told in an earlier turn counts, and the latest of it', () => {
    const transcript = ['On Tuesday', 'No, on Thursday'].map(
      (text) => ({ type: 'user-message', text }) as const,
    );
    const { input } = inputOf(visit, { ...scene, transcript, input: says('A cleaning at 9:30') });
    expect(input).toEqual({ day: '2026-11-26', time: '09:30', kind: 'cleaning' });
  });

  it('then a date of birth is no day to come', () => {
    const offer = offerOf({ day: { type: 'string', format: 'date' } });
    const born = inputOf(offer, { ...scene, input: says('I was born on 1980-03-12') });
    expect(born.missing).toEqual(['day']);
    const transcript = [
      { type: 'agent-message', text: 'What is your date of birth?' },
      { type: 'user-message', text: '12 March 1980' },
      { type: 'agent-message', text: 'Which day would you like?' },
    ] as const;
    const { input } = inputOf(offer, { ...scene, transcript, input: says('Tomorrow') });
    expect(input).toEqual({ day: '2026-11-24' });
  });

  it.each([
    ['What is your full name?', 'Ada Field', 'full_name', 'Ada Field'],
    ['What is your reason?', 'Well, my knee hurts.', 'reason', 'my knee hurts'],
    ['What is your full name?', 'Why do you ask?', 'full_name', undefined],
    ['What is your full name?', "I don't know", 'full_name', undefined],
    ['Which day would you like?', 'Ada Field', 'reason', undefined],
  ])('then what answers %j with %j is its value', (question, text, name, value) => {
    const transcript = [{ type: 'agent-message', text: `Hello. ${question}` }] as const;
    const user = { ...scene.user, displayName: null };
    const { input } = inputOf(offerOf({ [name]: { type: 'string' } }), {
      ...scene,
      user,
      transcript,
      input: says(text),
    });
    expect(input[name]).toEqual(value);
  });

  it('then what nobody has told is missing', () => {
    const told = inputOf(offerOf({ day: { type: 'string' }, notes: { type: 'string' } }), {
      ...scene,
      input: says('On Friday'),
    });
    expect(told.missing).toEqual(['notes']);
  });
});

describe('given a state that lists a tool', () => {
  const taskWith = (text: string, calls: readonly ShownToolCall[] = []): JudgeTask => {
    const tools: SceneTools = { offers: [visit], calls };
    const choices = [...judgeRequest.task.choices, { id: 'tool_1', kind: 'tool', text: visit.name } as const];
    return { ...scene, input: says(text), tools, choices };
  };
  const all = 'A cleaning on Wednesday at 9:30';
  const call: ShownToolCall = {
    tool: visit.name,
    input: { day: '2026-11-25', time: '09:30', kind: 'cleaning' },
    status: 'ended',
    failure: null,
    reason: null,
    result: 'Booked for 9:30.',
    isNew: true,
  };

  it('when all that it requires is known, then it is called', () => {
    expect(judge(taskWith(all)).choice).toBe('tool_1');
  });

  it('when something is missing, then it is not called, and the message asks for it', () => {
    const { tools } = taskWith('On Wednesday');
    expect(judge(taskWith('On Wednesday')).choice).not.toBe('tool_1');
    const words = engage({
      ...engageRequest.task,
      startedAtMs,
      action: 'Help',
      input: says('On Wednesday'),
      tools: tools!,
    });
    expect(words).toContain('Please tell me the time.');
  });

  it('when it was called with the same input, then it is not called again, and its result is told', () => {
    const task = taskWith(all, [call]);
    expect(judge(task).choice).not.toBe('tool_1');
    expect(engage({ ...engageRequest.task, startedAtMs, input: says(all), tools: task.tools! })).toContain(
      'Booked for 9:30.',
    );
  });

  it.each([
    ['a list', { openings: ['09:00', '10:30', '14:00'] }, 'openings 09:00, 10:30 and 14:00.'],
    ['nothing', { openings: [] }, 'openings none.'],
    ['fields', { id: 'a-1', time: '09:30', is_paid: false }, 'time 09:30, is paid no.'],
    ['what rules have no words for', { table: [[1]] }, 'That is done (book visit).'],
  ])('when the result is %s, then it is told as far as there are words', (_what, result, words) => {
    const { tools } = taskWith(all, [{ ...call, result }]);
    const told = engage({ ...engageRequest.task, startedAtMs, input: says(all), tools: tools! });
    expect(told).toContain(words);
  });

  it('when memories were looked up, then the user is not told of it', () => {
    const recalled = { ...call, tool: recallTool.name, result: [['What do they like?', 'Likes whales.']] };
    const { tools } = taskWith(all, [recalled]);
    const told = engage({ ...engageRequest.task, startedAtMs, input: says(all), tools: tools! });
    expect(told).not.toMatch(/recall|whales/);
  });

  it('when nobody knows whether it took effect, then it is not called again', () => {
    expect(judge(taskWith(all, [{ ...call, input: {}, status: 'unknown', result: null }])).choice).not.toBe(
      'tool_1',
    );
  });
});
