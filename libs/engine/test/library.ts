import { actionState, annotationState, decisionState, graphOf } from './graphs.js';

/** desk → (fork → (note →) shelf) → bye; the desk has two actions, all others one. */
export function library() {
  return graphOf(
    [
      actionState('desk', {
        actions: ['Ask for the title', 'Offer a seat'],
        navigationGuidelines: ['Do not hurry'],
        exitConditions: [
          { description: 'The title is known', nextState: 'fork' },
          { description: 'The user leaves', nextState: 'bye' },
        ],
      }),
      decisionState('fork', [
        { description: 'The book is in the house', nextState: 'shelf' },
        { description: 'The book is lent', nextState: 'note' },
      ]),
      annotationState('note', 'The book is lent until May.', 'shelf'),
      actionState('shelf', {
        actionGuidelines: ['Name the shelf'],
        boundaryConstraints: ['Never lend two'],
        exitConditions: [{ description: 'The book is found', nextState: 'bye' }],
      }),
      actionState('bye'),
    ],
    {
      navigationGuidelines: ['Stay calm'],
      actionGuidelines: ['Be kind'],
      boundaryConstraints: ['No shouting'],
    },
  );
}
