/** A form as it is stored and shown: in the words of the API. Null: not said. */
export interface SurfaceSpec {
  readonly title: string;
  readonly description: string | null;
  readonly fields: readonly SurfaceFieldSpec[];
  readonly sections: readonly SurfaceSectionSpec[] | null;
}

export interface SurfaceFieldSpec {
  readonly key: string;
  readonly label: string;
  readonly field_type: string;
  readonly required: boolean;
  readonly options: readonly string[] | null;
  readonly prefill_value: unknown;
  readonly validation: SurfaceValidationSpec | null;
  /** Its values are shown to no model. */
  readonly sensitive: boolean;
  readonly condition: SurfaceConditionSpec | null;
  readonly consent_text: string | null;
}

/** What is checked of a value beyond its type. */
export interface SurfaceValidationSpec {
  /** In characters; so is `max_length`. */
  readonly min_length?: number | undefined;
  readonly max_length?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** In the syntax of RE2. */
  readonly pattern?: string | undefined;
}

export interface SurfaceSectionSpec {
  readonly field_keys: readonly string[];
  readonly condition: SurfaceConditionSpec | null;
}

type Comparable = string | number | boolean;

/** By the value of an earlier field. One of the comparisons is there. */
export interface SurfaceConditionSpec {
  readonly field: string;
  readonly equals?: Comparable | undefined;
  readonly not_equals?: Comparable | undefined;
  readonly in?: readonly Comparable[] | undefined;
}
