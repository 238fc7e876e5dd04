/** What `npm run check` runs, one after the other, on the packages that a change reaches. */
export const affectedTargets = ['lint', 'test'];
