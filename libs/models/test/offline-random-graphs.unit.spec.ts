import * as fc from 'fast-check';
import { Conversation } from './conversation.js';
import { validGraph, wayToEnd, type RandomGraph, type Step } from './random-graphs.js';

const runs = { numRuns: 120 };
/** Far more than it needs, for busy machines. */
const patienceMs = 60_000;

/** The conditions on the path from the current action state to the next one. */
function untilNextStop(graph: RandomGraph, state: string): readonly string[] {
  const way = wayToEnd(graph, state) ?? [];
  const next = way.findIndex((step, place) => place > 0 && step.kind === 'action');
  const steps: readonly Step[] = next < 0 ? way : way.slice(0, next);
  return steps.flatMap((step) => step.condition ?? []);
}

describe('given any valid graph with a reachable end', () => {
  it(
    'when the user says the conditions on the path, then the end is reached in one turn per action state',
    async () => {
      await fc.assert(
        fc.asyncProperty(validGraph, async (graph) => {
          const conversation = new Conversation(graph);
          const stops = conversation.graph.states.filter((state) => state.type === 'action').length;
          await conversation.begin();
          for (let turn = 1; turn < stops && !conversation.isCompleted; turn += 1) {
            await conversation.say(untilNextStop(graph, conversation.state ?? '').join('\n'));
          }
          expect(conversation.isCompleted).toBe(true);
        }),
        runs,
      );
    },
    patienceMs,
  );

  it(
    'when the user says anything at all, then the agent always responds, and the same to the same text',
    async () => {
      const said = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(validGraph, said, async (graph, lines) => {
          const once = new Conversation(graph);
          const again = new Conversation(graph);
          await once.begin();
          await again.begin();
          for (const line of lines) {
            if (once.isCompleted) break;
            const { message, pieces } = await once.say(line);
            expect((await again.say(line)).message).toBe(message);
            expect(pieces.join('')).toBe(message);
            expect(message.trim()).not.toBe('');
          }
        }),
        runs,
      );
    },
    patienceMs,
  );
});
