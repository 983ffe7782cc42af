import type { ListProps } from '../document/common-props.ts'
import type { Condition, Props } from '../document/property.ts'
import type {
  ContainerType,
  ContentType,
  FieldType,
  FormSettings,
  FormTranslations,
  ListType,
  Span,
} from '../document/types.ts'

/**
 * A compiled form (`renderedJson`), which browser and server use. It is plain JSON, created only by `compile`, so it is
 * trusted; the server compiles a design again when it is saved and never takes a client's.
 */
export interface RuntimeDocument {
  readonly schema: 2
  readonly id: string
  /** Changes with every change of the content. No signature: it guards against mistakes, not against people. */
  readonly hash: string
  readonly settings: FormSettings
  readonly i18n: FormTranslations
  /** The nodes that hold values, as a tree with the shape of the values, in document order. */
  readonly data: readonly DataNode[]
  /** The visible nodes as a tree. */
  readonly view: readonly ViewNode[]
  /** The rules of each node, in document order: containers before their content. */
  readonly rules: readonly NodeRule[]
  /** Ids of all nodes, each after the nodes that decide about its visibility and value. */
  readonly order: readonly string[]
  /** The nodes with a calculated default, each after the nodes that it reads. */
  readonly defaults: readonly ComputedDefault[]
  /** Id of a field, list or group → the rules that read it. */
  readonly deps: Readonly<Record<string, readonly Dependent[]>>
}

export type DataNode = RuntimeField | RuntimeGroup | RuntimeList

export interface RuntimeField {
  readonly kind: 'field'
  readonly node: string
  readonly key: string
  readonly type: FieldType
  readonly props: Props
}

/** A container with a key: its members are grouped under that name. */
export interface RuntimeGroup {
  readonly kind: 'group'
  readonly node: string
  readonly key: string
  readonly props: Props
  readonly members: readonly DataNode[]
}

/** A list with any number of rows, each with these members. */
export interface RuntimeList {
  readonly kind: 'list'
  readonly node: string
  readonly key: string
  readonly type: ListType
  readonly props: ListProps
  readonly members: readonly DataNode[]
}

/** A node to draw, in order. The texts of fields and lists are in `data`. */
export type ViewNode =
  | { readonly kind: 'field'; readonly id: string; readonly span: Span }
  | {
      readonly kind: 'content'
      readonly id: string
      readonly type: ContentType
      readonly props: Props
      readonly span: Span
    }
  | { readonly kind: 'list'; readonly id: string; readonly span: Span; readonly children: readonly ViewNode[] }
  | {
      readonly kind: 'container'
      readonly id: string
      readonly type: ContainerType
      readonly props: Props
      readonly span: Span
      readonly children: readonly ViewNode[]
    }

/** The rules of a node that are not at their default (visible, enabled, not required, not read only, typed in). */
export interface NodeRule {
  readonly node: string
  /** The container or list around it. */
  readonly parent?: string
  readonly visible?: Condition
  readonly visibleFor?: readonly string[]
  readonly enabled?: Condition
  readonly enabledFor?: readonly string[]
  readonly required?: Condition
  readonly requiredFor?: readonly string[]
  readonly readOnly?: Condition
  readonly check?: Condition
  readonly computed?: `=${string}`
  /** The expression of the value that is written when a value that it reads changes. */
  readonly setTo?: `=${string}`
  /** For a button: the expression of the value that it writes, evaluated when the button is pressed. */
  readonly result?: `=${string}`
}

/** A rule that is evaluated again when its inputs change. */
export type RuleName =
  | 'visible'
  | 'computed'
  /** The offered options. */
  | 'options'
  | 'enabled'
  | 'readOnly'
  | 'required'
  | 'check'
  | 'unique'
  /** The rule that writes a value, in contrast to calculated ones. */
  | 'setTo'

export interface Dependent {
  readonly node: string
  readonly rule: RuleName
  /** The number of lists around the read node: a change only concerns rows that share these lists. */
  readonly depth: number
}

export interface ComputedDefault {
  readonly node: string
  readonly expression: `=${string}`
}

/** Lists all fields of a form, or below a node, in document order, including those in lists and groups. */
export function listFields(nodes: readonly DataNode[]): RuntimeField[] {
  return nodes.flatMap((node) => (node.kind === 'field' ? [node] : listFields(node.members)))
}
