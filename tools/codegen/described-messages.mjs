// Messages and enums of the contracts with their comments, in the form that a page of documentation needs.

const messageTag = 4;
const enumTag = 5;
const fieldTag = 2;
const nestedTag = 3;
const nestedEnumTag = 4;

/**
 * @typedef {{ name: string, type: string, key?: string, isRepeated: boolean, isOptional: boolean, isPersonal: boolean, comment: string }} Field
 * name as JSON has it; type: a full name, or TYPE_STRING and the like; key: of maps
 * @returns {Map<string, { name: string, comment: string, fileComment: string, fields: readonly Field[], values?: readonly string[] }>}
 * by full name; values: of an enum
 */
export function describedMessages(descriptorSet) {
  const described = new Map();
  for (const file of descriptorSet.file) {
    const comments = commentsOf(file);
    const fileComment = comments.get('detached') ?? '';
    const addEnum = (scope, place) => (declared, index) => {
      const name = `${scope}.${declared.name}`;
      const comment = comments.get(`${place},${index}`) ?? '';
      described.set(name, {
        name,
        comment,
        fileComment,
        fields: [],
        values: declared.value.map((value) => value.name),
      });
    };
    const addMessage = (scope, place) => (message, index) => {
      if (message.options?.mapEntry) return;
      const name = `${scope}.${message.name}`;
      const at = `${place},${index}`;
      const fields = (message.field ?? []).map((field, nth) => ({
        ...fieldOf(field, message, scope),
        comment: comments.get(`${at},${fieldTag},${nth}`) ?? '',
      }));
      described.set(name, { name, comment: comments.get(at) ?? '', fileComment, fields });
      message.nestedType?.forEach(addMessage(name, `${at},${nestedTag}`));
      message.enumType?.forEach(addEnum(name, `${at},${nestedEnumTag}`));
    };
    file.messageType?.forEach(addMessage(file.package, String(messageTag)));
    file.enumType?.forEach(addEnum(file.package, String(enumTag)));
  }
  return described;
}

function fieldOf(field, message, scope) {
  const entry = message.nestedType?.find(
    ({ name, options }) => options?.mapEntry && field.typeName === `.${scope}.${message.name}.${name}`,
  );
  const [key, value] = entry?.field ?? [];
  return {
    name: field.jsonName,
    type: typeOf(value ?? field),
    ...(key && { key: typeOf(key) }),
    isRepeated: field.label === 'LABEL_REPEATED',
    isOptional: field.proto3Optional === true,
    isPersonal: field.options?.['[svc.common.v1.personal]'] === true,
  };
}

function typeOf({ type, typeName }) {
  return typeName ? typeName.slice(1) : type;
}

/** By the path of the element that follows them; `detached`: those at the head of the file. */
function commentsOf({ sourceCodeInfo }) {
  const comments = new Map();
  for (const { path, leadingComments, leadingDetachedComments } of sourceCodeInfo?.location ?? []) {
    if (leadingComments) comments.set(path.join(','), oneLine(leadingComments));
    if (leadingDetachedComments && !comments.has('detached'))
      comments.set('detached', leadingDetachedComments.map(oneLine).join(' '));
  }
  return comments;
}

/** As Markdown shows it: an angle bracket would begin a tag. */
const oneLine = (comment) =>
  comment
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('<', '&lt;');
