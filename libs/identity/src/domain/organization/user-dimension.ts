/** A direction in which user models of the organization grow. */
export interface UserDimension {
  readonly description: string;
  readonly tags: readonly string[];
}
