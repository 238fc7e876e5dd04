import type {
  ArgumentsRequest,
  EngageRequest,
  FillerRequest,
  GuardRequest,
  JudgeRequest,
  SummarizeRequest,
} from '@svc/engine';
import { newUser, plainAgent } from './conversation.js';

const scene = {
  agent: plainAgent,
  graph: {
    description: 'Lends books',
    navigationGuidelines: [],
    actionGuidelines: [],
    boundaryConstraints: [],
  },
  startedAtMs: 0,
  user: newUser,
  transcript: [],
  input: { kind: 'user-message', text: 'Moby Dick', externalEvents: [] },
  newThoughts: [],
} as const;

export const judgeRequest: JudgeRequest = {
  callId: 'i1/m.navigate.desk.1',
  messages: [
    { role: 'system', content: 'You steer a conversation.' },
    { role: 'user', content: 'Make your choice.' },
  ],
  schema: {
    type: 'object',
    properties: { choice: { type: 'string', enum: ['exit_1', 'action_1'] }, reason: { type: 'string' } },
    required: ['choice', 'reason'],
    additionalProperties: false,
  },
  task: {
    type: 'judge',
    purpose: 'navigate',
    isEntered: false,
    ...scene,
    state: { name: 'desk', objective: 'Find the book', tried: [], guidelines: [] },
    choices: [
      { id: 'exit_1', kind: 'exit', text: 'The title is known' },
      { id: 'action_1', kind: 'action', text: 'Ask for the title' },
    ],
  },
};

export const engageRequest: EngageRequest = {
  callId: 'i1/m.engage.desk.1',
  messages: [
    { role: 'system', content: 'You are Ada.' },
    { role: 'user', content: 'Moby Dick' },
  ],
  task: {
    type: 'engage',
    ...scene,
    state: { name: 'desk', objective: 'Find the book', tried: [] },
    action: 'Ask for the title',
    guidelines: [],
    boundaryConstraints: [],
    isFarewell: false,
  },
};

export const summarizeRequest: SummarizeRequest = {
  callId: 'i1/m.summarize.desk.1',
  messages: [
    { role: 'system', content: 'You are Ada.' },
    { role: 'user', content: 'Sum up what was said.' },
  ],
  task: { type: 'summarize', ...scene, state: { name: 'desk', objective: 'Find the book', tried: [] } },
};

export const argumentsRequest: ArgumentsRequest = {
  callId: 'i1/m.arguments.desk.1',
  messages: [
    { role: 'system', content: 'You are Ada.' },
    { role: 'user', content: 'Word the input.' },
  ],
  schema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
  task: {
    type: 'arguments',
    known: {},
    ...scene,
    state: { name: 'desk', objective: 'Find the book', tried: [] },
    tool: {
      name: 'find_book',
      description: 'Finds a book.',
      inputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
      hasEffects: false,
      instruction: '',
    },
    guidelines: [],
    refused: null,
  },
};

export const guardRequest: GuardRequest = {
  callId: 'i1/m.guard.desk.1',
  messages: [
    { role: 'system', content: 'You are Ada.' },
    { role: 'user', content: 'Check the sentences.' },
  ],
  schema: { type: 'object', properties: { broken: { type: 'array' } }, required: ['broken'] },
  task: {
    type: 'guard',
    ...scene,
    state: { name: 'desk', objective: 'Find the book', tried: [] },
    rules: [{ id: 'rule_1', name: 'prices', description: 'Never name a price' }],
    said: '',
    sentences: ['Hello.', 'The price is 5 Euro.'],
  },
};

export const fillerRequest: FillerRequest = {
  callId: 'i1/m.filler.desk.1',
  messages: [{ role: 'user', content: 'Word a phrase.' }],
  task: {
    type: 'filler',
    ...scene,
    state: { name: 'desk', objective: 'Find the book', tried: [] },
    hints: ['I look.', 'I still look.'],
    said: ['I look.'],
  },
};
