import type { FormNode, FormSettings, NodeLayout, NodeType } from '../document/types.ts'

/** The destination of nodes: the top level (null) or a container or list, before the node that is at `index` now. */
export interface DesignPlace {
  readonly parent: string | null
  readonly index: number
}

/**
 * A change of a form document. Plain data: undo and redo are commands too.
 *
 * | command | does |
 * |---|---|
 * | insertNodes | adds nodes with their content; pasting uses it too |
 * | removeNodes | removes nodes with their content and their translations |
 * | moveNode | moves a node to another position |
 * | wrapNodes | puts neighbours into a new container, in their place |
 * | unwrapNode | removes a container and leaves its content in its place |
 * | setProperty | sets a property; without a value it is removed |
 * | setKey, setType, setLayout | change the key, type and width of a node |
 * | setText | translates a text of a node; null removes the translation |
 * | setSettings | replaces the settings of the form |
 * | replaceAll | replaces all nodes, to apply a template or an earlier version |
 * | doAll | several commands as one |
 */
export type Command =
  | {
      readonly kind: 'insertNodes'
      readonly at: DesignPlace
      readonly nodes: readonly FormNode[]
      readonly texts?: Texts
    }
  | { readonly kind: 'removeNodes'; readonly ids: readonly string[] }
  | { readonly kind: 'moveNode'; readonly id: string; readonly to: DesignPlace }
  | { readonly kind: 'wrapNodes'; readonly ids: readonly string[]; readonly container: Omit<FormNode, 'children'> }
  | { readonly kind: 'unwrapNode'; readonly id: string }
  | { readonly kind: 'setProperty'; readonly id: string; readonly name: string; readonly value?: unknown }
  | { readonly kind: 'setKey'; readonly id: string; readonly key: string | null }
  | { readonly kind: 'setType'; readonly id: string; readonly type: NodeType; readonly props: FormNode['props'] }
  | { readonly kind: 'setLayout'; readonly id: string; readonly layout: NodeLayout }
  | { readonly kind: 'setText'; readonly locale: string; readonly name: string; readonly text: string | null }
  | { readonly kind: 'setSettings'; readonly settings: FormSettings }
  | { readonly kind: 'replaceAll'; readonly root: readonly FormNode[]; readonly texts: Texts }
  | { readonly kind: 'doAll'; readonly commands: readonly Command[] }

/** Translations: locale → `nodeId.property` → text. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The reason why a command was refused: nothing has changed. */
export interface CommandRefusal {
  readonly ok: false
  readonly code: CommandRefusalCode
  /** Expected …, but …. */
  readonly message: string
}

export type CommandRefusalCode =
  | 'design.no-such-node'
  | 'design.no-such-place'
  | 'design.duplicate-id'
  | 'design.misplaced'
  | 'design.inside-itself'
  | 'design.too-deep'
  | 'design.too-large'
  | 'design.not-neighbours'
  | 'design.invalid'
