/** What the controllers of routes need. */
export {
  forAnyone,
  forCallers,
  forEverybody,
  forOwnKey,
  forUsers,
  forUsersAndKeys,
  forWorkspace,
} from './route-access.js';
export { defineRoute } from './route.js';
export type { RouteInput } from './route-input.js';
export { Serves } from './serves.js';
