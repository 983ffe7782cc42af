/** A part of a file that an import could not convert exactly. */
export interface ImportNote {
  /** The position in the source, such as `components[2].validate.custom`. */
  readonly at: string
  readonly kind: 'left-out' | 'changed'
  /** A sentence for the user who imports the form. */
  readonly message: string
}

/** A form of another product as a document of ours, with the number of converted parts and the notes of the import. */
export interface ImportedForm {
  /**
   * The document of the present schema. It may still have faults that only `compile` finds, such as an expression that
   * is none.
   */
  readonly document: Readonly<Record<string, unknown>>
  /** The number of parts of the source that became nodes. */
  readonly mapped: number
  readonly notes: readonly ImportNote[]
}

export type ImportResult =
  | { readonly ok: true; readonly form: ImportedForm }
  /** The text is not a form of that product. The message names the expected content. */
  | { readonly ok: false; readonly message: string }
