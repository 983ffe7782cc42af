/**
 * A form document as designers make it and as it is stored (`designerJson`), in plain JSON. A document is a tree of
 * nodes. A field holds a value under its `key`. A list holds rows under its key; its children are the template of each
 * row. A container arranges its content, and with a key it also groups the values under that name. Content is only
 * read. Texts that begin with `=` are FEEL where a property accepts an expression.
 */
export interface FormDocument {
  readonly schema: 2
  readonly id: string
  readonly settings: FormSettings
  /** Translated texts: locale → `nodeId.property` (or `nodeId.options.value`) → text. */
  readonly i18n: FormTranslations
  readonly root: readonly FormNode[]
}

export interface FormSettings {
  /** Whether all fields are shown, or one at a time. */
  readonly mode: FormMode
  /** The languages of the form as BCP 47 tags, including the default one. */
  readonly locales: readonly string[]
  readonly defaultLocale: string
  /** The ways to finish the form. Empty: the host shows its own, such as Complete task. */
  readonly submitActions: readonly SubmitAction[]
  /** Ids of the forms and templates that parts of it were copied from; left out where there are none. */
  readonly takenFrom?: readonly string[]
}

export type FormMode = 'single' | 'conversational'

export interface SubmitAction {
  readonly id: string
  readonly label: string
}

export type FormTranslations = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface FormNode {
  /** Seven letters and digits when the designer created it; unique in the document. */
  readonly id: string
  readonly type: NodeType
  /** The key of fields and lists; optional for containers. It is unique within a row. */
  readonly key?: string
  readonly props: Readonly<Record<string, unknown>>
  readonly layout: NodeLayout
  /** The children of containers and lists. */
  readonly children?: readonly FormNode[]
}

/** Width in a grid of 12 columns: on phones, from 480 px and from 712 px of form width. */
export interface NodeLayout {
  readonly span: Span
}

export interface Span {
  readonly base: number
  readonly sm: number
  readonly md: number
}

export type FieldType =
  | 'text'
  | 'textarea'
  | 'rich-text'
  | 'password'
  | 'masked'
  | 'email'
  | 'url'
  | 'phone'
  | 'number'
  | 'currency'
  | 'slider'
  | 'rating'
  | 'date'
  | 'time'
  | 'date-time'
  | 'date-range'
  | 'checkbox'
  | 'select'
  | 'radio'
  | 'multi-select'
  | 'check-list'
  | 'tags'
  | 'ranking'
  | 'user'
  | 'group'
  | 'role'
  | 'data-list'
  | 'rest-look-up'
  | 'sql-look-up'
  | 'file-look-up'
  | 'file'
  | 'image'
  | 'signature'
  | 'variables'
  | 'hidden'
  | 'computed'

export type ContainerType =
  | 'section'
  | 'panel'
  | 'fieldset'
  | 'collapsible'
  | 'accordion'
  | 'columns'
  | 'column'
  | 'table'
  | 'table-row'
  | 'tabs'
  | 'tab'
  | 'pages'
  | 'page'

export type ListType = 'repeater' | 'grid'

export type ContentType = 'static-text' | 'heading' | 'html' | 'static-image' | 'separator' | 'spacer' | 'button'

export type NodeType = FieldType | ContainerType | ListType | ContentType

/** A fault of a document that stops its compilation. */
export interface DocumentProblem {
  readonly code: DocumentProblemCode
  /** Id of the node at fault, null when it has none or the document as a whole is at fault. */
  readonly node: string | null
  /** The position in the JSON, such as `root[2].props.min`. */
  readonly at: string
  /** Expected …, but …. */
  readonly message: string
}

export type DocumentProblemCode =
  | 'document.invalid'
  | 'document.too-large'
  | 'settings.invalid'
  | 'node.invalid'
  | 'node.unknown-member'
  | 'node.unknown-type'
  | 'node.duplicate-id'
  | 'node.too-deep'
  | 'node.misplaced'
  | 'key.invalid'
  | 'key.duplicate'
  | 'property.unknown'
  | 'property.missing'
  | 'property.invalid'
  | 'property.conflict'
  | 'default.invalid'
  | 'expression.invalid'
  | 'expression.cycle'
  | 'translation.invalid'
