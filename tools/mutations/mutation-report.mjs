/** Statuses of Stryker, as they are counted here. One that never ends counts as found. */
const columns = { Killed: 'killed', Timeout: 'timeouts', Survived: 'survived', NoCoverage: 'no coverage' };

/**
 * How many mutants of each file the tests found, in percent of all that can be tried, and those that they did not find.
 * @param {readonly { fileName: string, status: string, mutatorName: string, replacement?: string, location: { start: { line: number } } }[]} mutants
 * @param {(fileName: string) => string} nameOf as it is shown
 */
export function mutationReport(mutants, nameOf) {
  const tried = mutants.filter(({ status }) => status in columns);
  const files = Map.groupBy(tried, ({ fileName }) => nameOf(fileName));
  const names = [...files.keys()].sort();
  const rows = names.map((name) => [name, ...figuresOf(files.get(name) ?? [])]);
  const table = [
    ['file', 'mutants', ...Object.values(columns), 'found %'],
    ...rows,
    ['all', ...figuresOf(tried)],
  ];
  const missed = names.flatMap((name) => missedIn(name, files.get(name) ?? []));
  return {
    foundPercent: foundPercent(tried),
    text: [...aligned(table), '', 'Not found:', ...missed].join('\n'),
  };
}

function figuresOf(mutants) {
  const counts = Object.keys(columns).map((status) => countOf(mutants, status));
  return [mutants.length, ...counts, foundPercent(mutants).toFixed(1)];
}

function foundPercent(mutants) {
  const found = countOf(mutants, 'Killed') + countOf(mutants, 'Timeout');
  return mutants.length === 0 ? 100 : (found / mutants.length) * 100;
}

function countOf(mutants, status) {
  return mutants.filter((mutant) => mutant.status === status).length;
}

function missedIn(name, mutants) {
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .sort((one, other) => one.location.start.line - other.location.start.line)
    .map(({ location, mutatorName, replacement = '', status }) => {
      const mark = status === 'NoCoverage' ? ' (no coverage)' : '';
      return `${name}:${location.start.line} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ')}${mark}`;
    });
}

function aligned(table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => String(row[column]).length)));
  return table.map((row) =>
    row
      .map((cell, at) => (at === 0 ? String(cell).padEnd(widths[at]) : String(cell).padStart(widths[at])))
      .join('  '),
  );
}
