import { z } from 'zod';
import { listOf } from '../../schema/collections.js';
import { orNull } from '../../schema/presence.js';
import { descriptionText, text } from '../../schema/text.js';
import { ContextGraphState } from './states.js';
import { guidelines, stateName } from './state-parts.js';

/** States of one graph: every turn reads all of them. */
const maxStates = 500;

/** The body of a graph's version; the rules across states are in `graph-rules.ts`. */
export const ContextGraphVersionBody = z
  .object({
    description: descriptionText.default(''),
    states: listOf(ContextGraphState, { most: maxStates }),
    new_user_initial_state: stateName,
    returning_user_initial_state: stateName,
    /** Reaching it ends the session. */
    terminal_state: stateName,
    global_intra_state_navigation_guidelines: guidelines.default([]),
    global_action_guidelines: guidelines.default([]),
    global_boundary_constraints: guidelines.default([]),
    /** Prose for the agent. */
    topology_description: orNull(text({ most: 16_000 })),
  })
  .meta({ id: 'CreateContextGraphVersionRequest' });

export type PlatformGraph = z.output<typeof ContextGraphVersionBody>;
export type PlatformState = PlatformGraph['states'][number];
