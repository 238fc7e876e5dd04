/** The input makes no request. The message goes back to the model. */
export class InputRejection extends Error {
  override readonly name = 'InputRejection';
}

/** The definition makes no request. The message is for who wrote it, without values. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
}
