/** How each tool names what it found wrong. The first group is what to say of it. */
const findings = [
  /^\[warn\] (?!Code style issues)(\S.*)$/, // Prettier
  /^(\S+\(\d+,\d+\): error TS.*)$/, // TypeScript
  /^(\S+\.proto:\d+:\d+:.*)$/, // Buf
  /^\s*(● (?!Console)\S.*)$/, // Jest, a test
];
/** ESLint names the file on a separate line. */
const lintedFile = /^(\/\S.*)$/;
const lintFinding = /^\s+(\d+:\d+)\s+(?:error|warning)\s+(.*?)\s*$/;
const colours = /\u001b\[[\d;]*m/g;

/**
 * The lines of a tool's output that say what is wrong, each once; the last lines where none is recognized.
 * @param {string} output
 * @param {{ most: number, root: string }} options `root` is left out of the names of files
 * @returns {readonly string[]} at most `most`; the last of them counts what is left out
 */
export function whatFailed(output, { most, root }) {
  const lines = output.replace(colours, '').split('\n');
  const found = new Set();
  let file = '';
  for (const line of lines) {
    const [, linted] = lintedFile.exec(line) ?? [];
    if (linted) file = linted.replace(`${root}/`, '');
    const [, position, message] = lintFinding.exec(line) ?? [];
    if (position && file) found.add(`${file}:${position} ${message.replace(/\s{2,}/g, ' ')}`);
    for (const finding of findings) {
      const [, said] = finding.exec(line) ?? [];
      if (said) found.add(said);
    }
  }
  const all = [...found];
  if (all.length === 0) return lines.filter((line) => line.trim() !== '').slice(-most);
  return all.length <= most ? all : [...all.slice(0, most - 1), `… and ${all.length - most + 1} more`];
}
