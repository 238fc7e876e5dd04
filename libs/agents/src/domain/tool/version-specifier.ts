/** Major, minor and patch. */
type Parts = readonly [number, number, number];

type Test = (version: Parts) => boolean;

const clause = /^(==|!=|>=|<=|>|<|~=|\^|~)?\s*v?(\d{1,9})(?:\.(\d{1,9}|\*|x))?(?:\.(\d{1,9}|\*|x))?$/;

/**
 * A version specifier in the form of package managers: clauses like `>=1.2`, `==1.*`, `~=1.4.2`, `^2` or `1.2.3`, separated by
 * commas or blanks, which must all hold; `*` or nothing is any version. Parts that a clause leaves out are 0, but with `==`, `!=`
 * and without an operator, where they are any.
 * @returns null for text of another form
 */
export function versionSpecifier(text: string): ((label: string) => boolean) | null {
  const clauses = text
    .replace(/(==|!=|>=|<=|>|<|~=|\^|~)\s+/g, '$1')
    .split(/[,\s]+/)
    .filter((part) => part !== '' && part !== '*');
  const tests: Test[] = [];
  for (const each of clauses) {
    const test = testOf(each);
    if (test === null) return null;
    tests.push(test);
  }
  return (label) => tests.every((test) => test(partsOf(label)));
}

/** @param label `1.2.3`, as this context writes it */
export function partsOf(label: string): Parts {
  const [major = 0, minor = 0, patch = 0] = label.split('.').map(Number);
  return [major, minor, patch];
}

function testOf(text: string): Test | null {
  const [, operator = '==', ...given] = clause.exec(text) ?? [];
  const parts = given.filter((part) => part !== undefined && part !== '*' && part !== 'x').map(Number);
  // After a wildcard comes no number: `1.*.2` would say nothing that a range can.
  const isEndOpen = given.slice(parts.length).every((part) => !/^\d/.test(part ?? ''));
  if (parts.length === 0 || !isEndOpen) return null;
  const lowest: Parts = [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0];
  switch (operator) {
    case '==':
      return (version) => parts.every((part, index) => part === version[index]);
    case '!=':
      return (version) => !parts.every((part, index) => part === version[index]);
    case '>=':
      return (version) => compare(version, lowest) >= 0;
    case '>':
      return (version) => compare(version, lowest) > 0;
    case '<=':
      return (version) => compare(version, lowest) <= 0;
    case '<':
      return (version) => compare(version, lowest) < 0;
    case '~=':
      return between(lowest, after(lowest, Math.max(parts.length - 2, 0)));
    case '~':
      return between(lowest, after(lowest, Math.min(parts.length - 1, 1)));
    default:
      return between(
        lowest,
        after(
          lowest,
          Math.max(
            lowest.findIndex((part) => part > 0),
            0,
          ),
        ),
      );
  }
}

function between(lowest: Parts, end: Parts): Test {
  return (version) => compare(version, lowest) >= 0 && compare(version, end) < 0;
}

/** The first version in which the part at `index` is greater. */
function after(version: Parts, index: number): Parts {
  const [major, minor] = version;
  if (index === 0) return [major + 1, 0, 0];
  return index === 1 ? [major, minor + 1, 0] : [major, minor, version[2] + 1];
}

function compare(one: Parts, other: Parts): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}
