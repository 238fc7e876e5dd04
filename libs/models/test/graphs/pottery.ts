import { action, agent, graph } from './builders.js';

export const potteryAgent = agent(
  'Kiln',
  'an assistant for visitors of a pottery studio',
  'The studio offers two courses. The beginner course costs 80 euros and has six evenings. ' +
    'The wheel course costs 140 euros and has eight evenings. All materials are included.',
);

/** Several actions in one state, guidelines with something to say, and a limit. */
export const pottery = graph(
  'Advises visitors of a pottery studio on its courses.',
  [
    action(
      'interest',
      'Understand which course the visitor is interested in',
      ['Ask whether the visitor has worked with clay before', 'Ask which course they would like to take'],
      [
        ['The visitor has chosen the beginner course', 'offer'],
        ['The visitor has chosen the wheel course', 'offer'],
        ['The visitor only wants to look around', 'bye'],
      ],
      { action_guidelines: ['Mention that all materials are included'] },
    ),
    action(
      'offer',
      'Win the visitor for a trial evening',
      ['Explain the prices and offer to reserve a place'],
      [
        ['The visitor agrees to reserve a place', 'email'],
        ['The visitor declines', 'bye'],
      ],
    ),
    action(
      'email',
      'Be able to send the confirmation',
      ['Ask for an email address'],
      [['The visitor has shared an email address', 'bye']],
    ),
    action('bye', 'Part as friends', ['Wish the visitor a creative day'], []),
  ],
  { global_boundary_constraints: ['Never promise a discount'] },
);
