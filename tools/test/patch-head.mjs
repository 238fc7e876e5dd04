/** The lines before the first change of a patch. */
const fields = { project: 'Project', suite: 'Suite', without: 'Without' };

/**
 * Which tests of a suite a patch makes fail, one a line, and what it removes.
 * @param {string} patch
 * @returns {{ project: string, suite: string, tests: string[], without: string }}
 * @throws Error that names what is missing
 */
export function patchHead(patch) {
  const head = patch.split(/^diff /m)[0];
  const single = Object.entries(fields).map(([key, label]) => [key, linesOf(head, label)[0]]);
  return { ...Object.fromEntries(single), tests: linesOf(head, 'Test') };
}

function linesOf(head, label) {
  const lines = [...head.matchAll(new RegExp(`^${label}: (.+)$`, 'gm'))].map(([, value]) => value.trim());
  if (lines.length === 0) throw new Error(`The head of the patch lacks a line "${label}: …".`);
  return lines;
}
