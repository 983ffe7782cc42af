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

/** Where something that is dragged would go: beside or into the node that it is over. */
export interface DropMark {
  /** Null: the empty form. */
  readonly node: string | null
  readonly edge: 'top' | 'bottom' | 'left' | 'right' | 'inside'
  /** What would happen, in words. */
  readonly text: string
}

/** What the panes of the designer show. A new object with every change; what did not change is the same as before. */
export interface DesignerState {
  readonly stack: CommandStack
  readonly selected: string | null
  /** The last thing that was done, for those who hear it. `count` tells the same sentence said twice. */
  readonly said: { readonly text: string; readonly count: number }
  readonly drop: DropMark | null
  /** Of a design as it was a moment ago. */
  readonly check: DesignCheck | null
  /** As it was loaded or saved last. */
  readonly savedDesign: Design
  /** Who else is at the design, so that nothing can be changed here; null when nobody is. */
  readonly heldBy: string | null
  /** Where the focus goes next. */
  readonly focus: { readonly id: string; readonly count: number } | null
}

export interface Deed {
  /** Names what is undone in one go: see `perform`. */
  readonly merge?: string
  /** What is said of it. */
  readonly text?: string
  /** What is selected afterwards. */
  readonly select?: string | null
  /** The focus goes there. */
  readonly isFocused?: boolean
  /** What the user has done before comes back, whoever is at the design: only saving it has to wait. */
  readonly isRestored?: boolean
}

/** The design that is edited and what is selected in it: one writer for all panes. */
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
  do(command: Command, { merge, text, select, isFocused, isRestored = false }: Deed = {}): boolean {
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
    this.#set({ stack, selected, ...(text === undefined ? {} : { said: this.#next(text) }) })
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
    if (selected !== this.#state.selected) this.#set({ selected })
  }

  /** Selects a node and puts the focus on it, in the pane that has the focus or else on the canvas. */
  focus(id: string): void {
    this.#set({ selected: id, focus: { id, count: (this.#state.focus?.count ?? 0) + 1 } })
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

  /** The design of this stack has been saved; the one that there is now may be another by now. */
  markSaved({ design, done, forgotten }: CommandStack): void {
    const { saved } = markSaved({ ...this.#state.stack, done, forgotten })
    this.#set({ stack: { ...this.#state.stack, saved }, savedDesign: design })
  }

  /** Another document in place of the one that there is, as one step that can be undone. */
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
    this.#set({ stack, selected: keep(stack.design, this.#state.selected), said: this.#next(text) })
  }

  #next(text: string): DesignerState['said'] {
    return { text, count: this.#state.said.count + 1 }
  }

  #set(change: Partial<DesignerState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}

function keep(design: Design, selected: string | null): string | null {
  return selected !== null && design.nodes[selected] !== undefined ? selected : null
}
