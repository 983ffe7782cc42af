import type { FormDocument } from '../document/types.ts'

/**
 * Texts of forms in BPMN models, in a neutral format that readers of models produce. Literal texts have the language
 * `literal`; the engine evaluates other languages.
 */
export interface ExpressionText {
  readonly language: string
  readonly text: string
}

interface EngineField {
  readonly id: string
  readonly label: string | null
  readonly type: string
  /** The date pattern of `java.text.SimpleDateFormat`; `dd/MM/yyyy` when null. */
  readonly datePattern: string | null
  readonly options: readonly { readonly id: string; readonly name: string }[]
  readonly defaultValue: ExpressionText | null
}

/** A form property of a model: `formProperty` of Flowable and Activiti. */
export interface FormPropertyInput extends EngineField {
  /** The process variable behind it, when it is not the id. */
  readonly variable: string | null
  /** Reads and writes the value instead of a variable. */
  readonly expression: ExpressionText | null
  readonly isReadable: boolean
  readonly isWritable: boolean
  readonly isRequired: boolean
}

/** A form field of a model: `formField` of Camunda and Operaton. */
export interface FormFieldInput extends EngineField {
  readonly constraints: readonly { readonly name: string; readonly config: string | null }[]
  readonly properties: Readonly<Record<string, string>>
}

/** A form of a model as a form document, with the properties that only the engine handles. */
export interface EngineForm {
  readonly document: FormDocument
  readonly bindings: readonly FieldBinding[]
  /** Parts of the model that the product does not support. Show them to users. */
  readonly unsupported: readonly UnsupportedPart[]
}

/** The variable that a field reads and writes, and its type. */
export interface FieldBinding {
  readonly key: string
  readonly variable: string
  /** Reads and writes the value instead of the variable. */
  readonly expression: ExpressionText | null
  /** The value when there is no variable, or the expression gives null. */
  readonly defaultValue: ExpressionText | null
  /** The format of dates as texts in the model; only for dates. */
  readonly datePattern: string | null
}

export interface UnsupportedPart {
  readonly fieldId: string
  /** A sentence. */
  readonly message: string
}
