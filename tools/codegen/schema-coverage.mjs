/**
 * @typedef {Record<string, any>} Schema JSON Schema as our documents use it
 * @typedef {object} Comparison
 * @property {(schema: Schema) => Schema} wideOf follows a reference of the wide schema's document
 * @property {(schema: Schema) => Schema} narrowOf the same for the narrow one
 * @property {boolean} dropsUnknown whether a key that the wide schema does not name is lost: of a request, where the
 *   receiver ignores it; in responses clients do, as documented
 */

/**
 * Where a value that the narrow schema allows may be one that the wide schema does not. It knows the words that our documents use.
 * @param {Schema} wideSchema
 * @param {Schema} narrowSchema
 * @param {string} place
 * @param {Comparison} comparison
 * @returns {string[]} one line for each place
 */
export function uncovered(wideSchema, narrowSchema, place, comparison) {
  const wide = comparison.wideOf(wideSchema);
  const narrow = comparison.narrowOf(narrowSchema);
  const alternatives = narrow.anyOf ?? narrow.oneOf;
  if (alternatives) return alternatives.flatMap((one) => uncovered(wide, one, place, comparison));
  const choices = wide.anyOf ?? wide.oneOf;
  if (choices) {
    const isCovered = choices.some((choice) => uncovered(choice, narrow, place, comparison).length === 0);
    return isCovered ? [] : [`${place}: ${nameOf(narrow)} is none of the alternatives`];
  }
  return [
    ...uncoveredValues(wide, narrow, place),
    ...uncoveredTypes(wide, narrow, place),
    ...uncoveredBounds(wide, narrow, place),
    ...uncoveredKeys(wide, narrow, place, comparison),
    ...uncoveredItems(wide, narrow, place, comparison),
  ];
}

const nameOf = (schema) =>
  JSON.stringify(schema.properties?.type?.const ?? schema.const ?? schema.type ?? schema);

function valuesOf(schema) {
  return schema.enum ?? ('const' in schema ? [schema.const] : undefined);
}

function uncoveredValues(wide, narrow, place) {
  const taken = valuesOf(wide);
  if (!taken) return [];
  const given = valuesOf(narrow);
  if (!given) return [`${place}: may be other than ${taken.join(', ')}`];
  return given
    .filter((value) => !taken.includes(value))
    .map((value) => `${place}: may be ${JSON.stringify(value)}`);
}

function uncoveredTypes(wide, narrow, place) {
  if (wide.type === undefined) return [];
  const taken = [wide.type].flat();
  if (narrow.type === undefined) return [`${place}: may be of any type`];
  const isTaken = (type) => taken.includes(type) || (type === 'integer' && taken.includes('number'));
  return [narrow.type]
    .flat()
    .filter((type) => !isTaken(type))
    .map((type) => `${place}: may be of type ${type}`);
}

function uncoveredBounds(wide, narrow, place) {
  const faults = [];
  for (const word of ['minimum', 'minLength', 'minItems'])
    if (wide[word] !== undefined && !(narrow[word] >= wide[word]))
      faults.push(`${place}: ${word} ${wide[word]}`);
  for (const word of ['maximum', 'maxLength', 'maxItems'])
    if (wide[word] !== undefined && !(narrow[word] <= wide[word]))
      faults.push(`${place}: ${word} ${wide[word]}`);
  for (const word of ['pattern', 'format'])
    if (wide[word] !== undefined && narrow[word] !== wide[word])
      faults.push(`${place}: ${word} ${wide[word]}`);
  return faults;
}

function uncoveredKeys(wide, narrow, place, comparison) {
  const { properties: taken = {}, additionalProperties: others } = wide;
  const faults = (wide.required ?? [])
    .filter((key) => !narrow.required?.includes(key))
    .map((key) => `${place}.${key}: may be missing`);
  for (const [key, schema] of Object.entries(narrow.properties ?? {})) {
    const inside = `${place}.${key}`;
    if (taken[key]) faults.push(...uncovered(taken[key], schema, inside, comparison));
    else if (others === false || (others === undefined && comparison.dropsUnknown && isObject(wide)))
      faults.push(`${inside}: is not known`);
    else if (isObject(others)) faults.push(...uncovered(others, schema, inside, comparison));
  }
  const more = narrow.additionalProperties;
  if (isSchema(others) && isSchema(more)) faults.push(...uncovered(others, more, `${place}.*`, comparison));
  if (wide.propertyNames && narrow.propertyNames)
    faults.push(...uncovered(wide.propertyNames, narrow.propertyNames, `${place} (its keys)`, comparison));
  return faults;
}

const isSchema = (value) => typeof value === 'object';
const isObject = (value) => isSchema(value) && Object.keys(value).length > 0;

function uncoveredItems(wide, narrow, place, comparison) {
  const faults = [];
  if (wide.items && narrow.items)
    faults.push(...uncovered(wide.items, narrow.items, `${place}[]`, comparison));
  if (!wide.prefixItems) return faults;
  if (wide.prefixItems.length !== narrow.prefixItems?.length) return [...faults, `${place}: its length`];
  wide.prefixItems.forEach((item, at) =>
    faults.push(...uncovered(item, narrow.prefixItems[at], `${place}[${at}]`, comparison)),
  );
  return faults;
}
