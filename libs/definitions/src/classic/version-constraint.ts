const clause = /^(==|!=|>=|<=|>|<|~=|\^|~)?v?\d{1,9}(\.\d{1,9}(\.(\d{1,9}|\*|x))?|(\.(\*|x)){1,2})?$/;

/** Whether text is a version specifier as of package managers: clauses like `>=1.2`, `==1.*` or `1.2.3`, all of which hold. */
export function isVersionConstraint(text: string): boolean {
  const clauses = text.replaceAll(/([=<>~^])\s+/g, '$1').split(/[,\s]+/);
  return clauses.every((part) => part === '' || part === '*' || clause.test(part));
}
