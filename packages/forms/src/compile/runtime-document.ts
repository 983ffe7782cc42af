import type { Condition, Props } from '../document/property.ts'
import type { FieldType, FormSettings, FormTranslations, LayoutType, Span } from '../document/types.ts'

/**
 * A compiled form (`renderedJson`): what browser and server work with. Plain JSON, made by `compile` only, so it is
 * trusted; the server compiles a design again when it is saved and never takes a client's.
 */
export interface RuntimeDocument {
  readonly schema: 1
  readonly id: string
  /** Changes with every change of the content. No signature: it guards against mistakes, not against people. */
  readonly hash: string
  readonly settings: FormSettings
  readonly i18n: FormTranslations
  /** In document order. */
  readonly fields: readonly RuntimeField[]
  readonly view: readonly ViewNode[]
  /** One for each node, each behind the ones that it depends on. */
  readonly rules: readonly NodeRule[]
  /** Fields whose default is computed, each behind the ones that it reads. */
  readonly defaults: readonly ComputedDefault[]
  /** Field key → ids of the nodes whose rules read it. */
  readonly deps: Readonly<Record<string, readonly string[]>>
}

export interface RuntimeField {
  readonly node: string
  readonly key: string
  readonly type: FieldType
  readonly props: Props
}

/** What is drawn, in order. A field's own texts stand in `fields`. */
export type ViewNode =
  | { readonly kind: 'field'; readonly id: string; readonly key: string; readonly span: Span }
  | {
      readonly kind: 'layout'
      readonly id: string
      readonly type: LayoutType
      readonly props: Props
      readonly span: Span
      readonly children: readonly ViewNode[]
    }

/** The conditions of a node that are not at their default (visible, enabled, not required, not read only). */
export interface NodeRule {
  readonly node: string
  readonly parent?: string
  readonly key?: string
  readonly visible?: Condition
  readonly enabled?: Condition
  readonly required?: Condition
  readonly readOnly?: Condition
  readonly check?: Condition
}

export interface ComputedDefault {
  readonly key: string
  readonly expression: `=${string}`
}
