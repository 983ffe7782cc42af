import type { FormDocument } from '@millrace/forms'
import {
  type Command,
  type CommandStack,
  createCommandStack,
  type Design,
  isDirty,
  markSaved,
  perform,
  redo,
  toDesign,
  undo,
} from '@millrace/forms/design'
import { t } from '../../../web/src/lib/i18n.ts'
import type { DesignCheck } from '../model/check-design.ts'

/** The position where a dragged node would be inserted: beside or inside the node below the pointer. */
export interface DropMark {
  /** Null: the empty form. */
  readonly node: string | null
  readonly edge: 'top' | 'bottom' | 'left' | 'right' | 'inside'
  /** A description of the change. */
  readonly text: string
}

/** The state of the designer. Each change creates a new object, whose unchanged parts are identical to those before. */
export interface DesignerState {
  readonly stack: CommandStack
  readonly selected: string | null
  /** Several nodes, what is selected among them: what is done is done to all. Empty while it is one, or none. */
  readonly marked: readonly string[]
  /** The last thing that was done, for those who hear it. `count` tells the same sentence said twice. */
  readonly said: { readonly text: string; readonly count: number }
  readonly drop: DropMark | null
  /** The check of a design as it was a moment ago. */
  readonly check: DesignCheck | null
  /** As it was loaded or saved last. */
  readonly savedDesign: Design
  /** The user who holds the lock, so that nothing can be changed here; null when nobody does. */
  readonly heldBy: string | null
  /** Where the focus goes next. */
  readonly focus: { readonly id: string; readonly count: number } | null
}

export interface Action {
  /** Names what is undone in one go: see `perform`. */
  readonly merge?: string
  /** The message of the step. */
  readonly text?: string
  /** The node that is selected afterwards. */
  readonly select?: string | null
  /** The focus goes there. */
  readonly isFocused?: boolean
  /** Whether the user's earlier changes are restored, even when another user holds the lock. */
  readonly isRestored?: boolean
}

/** The design that is being edited, with its selection. All panes change it only through this store. */
export class DesignerStore {
  #state: DesignerState
  /** Where nodes were worked at last: there the focus goes. */
  region: 'canvas' | 'outline' = 'canvas'
  readonly #listeners = new Set<() => void>()

  constructor(document: FormDocument) {
    const stack = createCommandStack(toDesign(document))
    this.#state = {
      stack,
      savedDesign: stack.design,
      selected: null,
      marked: none,
      said: { text: '', count: 0 },
      drop: null,
      check: null,
      heldBy: null,
      focus: null,
    }
  }

  readonly getState = (): DesignerState => this.#state

  get design(): Design {
    return this.#state.stack.design
  }

  get isDirty(): boolean {
    return isDirty(this.#state.stack)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Carries out a command. False, with the reason said, when it is refused. */
  do(command: Command, { merge, text, select, isFocused, isRestored = false }: Action = {}): boolean {
    const { heldBy } = this.#state
    if (heldBy !== null && !isRestored) {
      this.say(t('designer.lock.refused', { name: heldBy }))
      return false
    }
    const performed = perform(this.#state.stack, command, merge === undefined ? {} : { merge })
    if (!performed.ok) {
      this.say(performed.message)
      return false
    }
    const { stack } = performed
    const selected = select === undefined ? keep(stack.design, this.#state.selected) : select
    const marked = select === undefined ? keepAll(stack.design, this.#state.marked) : none
    this.#set({ stack, selected, marked, ...(text === undefined ? {} : { said: this.#next(text) }) })
    if (isFocused && selected !== null) this.focus(selected)
    return true
  }

  undo(text: string): void {
    this.#turn(undo(this.#state.stack), text)
  }

  redo(text: string): void {
    this.#turn(redo(this.#state.stack), text)
  }

  select(selected: string | null): void {
    const { selected: before, marked } = this.#state
    if (selected !== before || marked.length > 0) this.#set({ selected, marked: none })
  }

  /** Selects a node beside what is selected already, or no longer. */
  mark(id: string, { isFocused = false } = {}): void {
    const { selected, marked } = this.#state
    const before = marked.length > 0 ? marked : selected === null ? none : [selected]
    const isAdded = !before.includes(id)
    const next = isAdded ? [...before, id] : before.filter((one) => one !== id)
    const last = next.at(-1) ?? null
    this.#set({ selected: last, marked: next.length > 1 ? next : none })
    if (next.length > 1) this.say(t('designer.bulk.selected', { count: next.length }))
    if (isFocused && last !== null) this.#set({ focus: this.#nextFocus(last) })
  }

  /** Selects a node and puts the focus on it, in the pane that has the focus or else on the canvas. */
  focus(id: string): void {
    this.#set({ selected: id, marked: none, focus: this.#nextFocus(id) })
  }

  say(text: string): void {
    this.#set({ said: this.#next(text) })
  }

  showDrop(drop: DropMark | null): void {
    const { drop: before } = this.#state
    if (before?.node !== drop?.node || before?.edge !== drop?.edge || (before === null) !== (drop === null))
      this.#set({ drop })
  }

  setCheck(check: DesignCheck): void {
    this.#set({ check })
  }

  /** Marks the design of this stack as saved; the current design may have changed since. */
  markSaved({ design, done, forgotten }: CommandStack): void {
    const { saved } = markSaved({ ...this.#state.stack, done, forgotten })
    this.#set({ stack: { ...this.#state.stack, saved }, savedDesign: design })
  }

  /** Replaces the whole document, as one step that can be undone. */
  replaceAll({ root, i18n, settings }: FormDocument, text: string, { isRestored = false } = {}): boolean {
    const commands: readonly Command[] = [
      { kind: 'replaceAll', root, texts: i18n },
      { kind: 'setSettings', settings },
    ]
    return this.do({ kind: 'doAll', commands }, { text, select: null, isRestored })
  }

  setHeldBy(heldBy: string | null): void {
    if (heldBy !== this.#state.heldBy) this.#set({ heldBy })
  }

  #turn(stack: CommandStack, text: string): void {
    if (stack === this.#state.stack || this.#state.heldBy !== null) return
    const { selected, marked } = this.#state
    this.#set({
      stack,
      selected: keep(stack.design, selected),
      marked: keepAll(stack.design, marked),
      said: this.#next(text),
    })
  }

  #nextFocus(id: string): DesignerState['focus'] {
    return { id, count: (this.#state.focus?.count ?? 0) + 1 }
  }

  #next(text: string): DesignerState['said'] {
    return { text, count: this.#state.said.count + 1 }
  }

  #set(change: Partial<DesignerState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}

const none: readonly string[] = []

function keepAll(design: Design, marked: readonly string[]): readonly string[] {
  const kept = marked.filter((id) => design.nodes[id] !== undefined)
  if (kept.length === marked.length) return marked
  return kept.length > 1 ? kept : none
}

function keep(design: Design, selected: string | null): string | null {
  return selected !== null && design.nodes[selected] !== undefined ? selected : null
}
