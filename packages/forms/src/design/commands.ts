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
 * | insertNodes | adds nodes with all inside of them; a paste is one too |
 * | removeNodes | takes out nodes with all inside of them, and their translations |
 * | moveNode | puts a node elsewhere |
 * | wrapNodes | puts neighbours into a new container, in their place |
 * | unwrapNode | takes a container out and leaves what is inside in its place |
 * | setProperty | gives a property a value; none takes it away |
 * | setKey, setType, setLayout | change what the node is called, is, and how wide it is |
 * | setText | translates a text of a node; null takes the translation away |
 * | setSettings | replaces the settings of the form |
 * | replaceAll | replaces every node, as a template or an earlier version does |
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
