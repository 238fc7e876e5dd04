/** What stands before the first change of a patch, one to a line. */
const fields = { project: 'Project', suite: 'Suite', test: 'Test', without: 'Without' };

/**
 * Which test a patch makes fail, and what it takes away.
 * @param {string} patch
 * @returns {{ project: string, suite: string, test: string, without: string }}
 * @throws Error that names what is missing
 */
export function patchHead(patch) {
  const head = patch.split(/^diff /m)[0];
  return Object.fromEntries(
    Object.entries(fields).map(([key, label]) => {
      const [, value] = new RegExp(`^${label}: (.+)$`, 'm').exec(head) ?? [];
      if (value === undefined) throw new Error(`The head of the patch lacks a line "${label}: …".`);
      return [key, value.trim()];
    }),
  );
}
