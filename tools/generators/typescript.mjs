// Additions to TypeScript files that are there already. The formatter tidies up what is written.

/** The text with `name` imported from `module`: into the import that is there, or as a new one in front. */
export function withImport(text, name, module) {
  const known = new RegExp(`import (type )?\\{([^}]*)\\} from '${module.replaceAll('.', '\\.')}';`).exec(
    text,
  );
  if (!known) return `import { ${name} } from '${module}';\n${text}`;
  const [statement, , names] = known;
  const given = names.split(',').map((each) => each.trim());
  if (given.includes(name)) return text;
  const all = [...given.filter((each) => each !== ''), name].join(', ');
  return text.replace(statement, statement.replace(names, ` ${all} `));
}

/** The text with a member at the end of its only class. */
export function withMember(text, member) {
  const end = text.lastIndexOf('\n}');
  return `${text.slice(0, end)}\n\n${member}${text.slice(end)}`;
}

/** The text with a parameter at the end of its only constructor, unless it has one of that name. */
export function withConstructorParameter(text, name, parameter) {
  if (text.includes(`private readonly ${name}:`)) return text;
  return text.replace(/(constructor\([\s\S]*?),?\s*\) \{/, `$1, ${parameter}) {`);
}
