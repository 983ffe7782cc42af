import { type FileLoss, type KeptPart, putBack } from '@millrace/bpmn/keep'
import type { Change, ModdleElement } from '@millrace/bpmn/moddle'
import type { Element, Shape } from 'bpmn-js/lib/model/Types'
import { fitDiagram, openDiagram } from '../../../components/bpmn-diagram/create-viewer.ts'
import { type ChangesContext, changesCommand } from './apply-changes.ts'
import { type DrawingModeler, type OpenedModeler, writeDrawing } from './create-modeler.ts'
import { findUnwritable } from './find-unwritable.ts'

export interface DrawingState {
  /** The element that the panel shows: the selected one, else the process or pool; null when several are selected. */
  readonly shown: Element | null
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Counts what was done and undone, so that whoever reads the model reads it again. */
  readonly step: number
  /** Whether the current content is saved. */
  readonly isSaved: boolean
  /** 1 is the drawing's own size. */
  readonly zoom: number
}

/** The visible part of a diagram: its page, its selection and its section. */
export interface Look {
  readonly root: string
  readonly selected: readonly string[]
  readonly viewbox: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** Smaller than this, it is not opened: names are shapes only. */
const smallest = 0.5

/** An open diagram for React components: its selection, its undo steps, and its changes. */
export class DrawingSession {
  readonly modeler: DrawingModeler
  readonly definitions: ModdleElement
  readonly dialect: OpenedModeler['dialect']
  readonly losses: readonly FileLoss[]
  readonly undrawn: readonly string[]
  readonly moved: readonly string[]
  readonly #kept: readonly KeptPart[]
  /** Elements by the id that they were opened with. */
  readonly #ids = new Map<string, ModdleElement>()
  #state: DrawingState
  readonly #listeners = new Set<() => void>()
  /** What was done to come to each place of the command stack. */
  readonly #marks = new Map<number, object>([[0, {}]])
  #saved: object | undefined
  #next: {
    readonly session: DrawingSession
    readonly mark: object | undefined
    readonly start: object | undefined
  } | null = null

  /** @param isSaved whether what was opened is what was saved last. */
  constructor({ modeler, definitions, dialect, kept, losses, undrawn, moved }: OpenedModeler, isSaved = true) {
    this.#kept = kept
    this.losses = losses
    this.undrawn = undrawn
    this.moved = moved
    if (kept.length > 0)
      for (const { businessObject } of modeler.get('elementRegistry').getAll() as Element[])
        if (businessObject?.id) this.#ids.set(businessObject.id, businessObject as unknown as ModdleElement)
    this.modeler = modeler
    this.definitions = definitions
    this.dialect = dialect
    const bus = modeler.get('eventBus')
    bus.on('commandStack.changed', ({ trigger }: { trigger?: string }) => this.#followCommands(trigger))
    bus.on('selection.changed', () => this.#set({ shown: this.#findShown() }))
    bus.on('root.set', () => this.#set({ shown: this.#findShown() }))
    bus.on('canvas.viewbox.changed', ({ viewbox }: { viewbox: { scale: number } }) =>
      this.#set({ zoom: viewbox.scale }),
    )
    const zoom = modeler.get('canvas').zoom()
    this.#saved = isSaved ? this.#marks.get(0) : {}
    this.#state = { shown: this.#findShown(), canUndo: false, canRedo: false, step: 0, isSaved, zoom }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly getState = (): DrawingState => this.#state

  /** One step to undo, at an element that is drawn. */
  apply(element: Element, changes: readonly Change[]): void {
    const context: ChangesContext = { element, changes }
    if (changes.length > 0) this.modeler.get('commandStack').execute(changesCommand, context)
  }

  /** Creates an element of moddle, which nothing holds yet. What is drawn or referred to gets an id. */
  readonly create = (type: string, attributes: Readonly<Record<string, unknown>>): ModdleElement =>
    this.modeler.get('bpmnFactory').create(type, { ...attributes }) as unknown as ModdleElement

  /** Whether an id is that of another element. */
  isIdTaken(id: string, element: unknown): boolean {
    const holder = this.modeler.get('moddle').ids.assigned(id)
    return holder !== false && holder !== undefined && holder !== element
  }

  undo(): void {
    this.modeler.get('commandStack').undo()
  }

  redo(): void {
    this.modeler.get('commandStack').redo()
  }

  /**
   * Returns the file as it is now, with the parts of the opened one that bpmn-js does not write.
   *
   * @throws Error when it cannot be written, with the element that keeps it from that, where one does.
   */
  async toXml(): Promise<string> {
    try {
      return putBack(await writeDrawing(this.modeler), this.#kept, this.#listRenamed())
    } catch (error) {
      const element = await findUnwritable(this.modeler)
      const reason = error instanceof Error ? error.message : String(error)
      throw element === null ? error : new Error(`“${element}”: ${reason}`, { cause: error })
    }
  }

  /** @param mark of what was saved, which may not be what is there by now. */
  markSaved(mark: object | undefined = this.mark): void {
    this.#saved = mark
    if (this.#next !== null && this.#next.mark === mark) this.#next.session.markSaved(this.#next.start)
    this.#set({ isSaved: this.mark === this.#saved })
  }

  /** Whether the state of a mark was saved last. */
  isMarkSaved(mark: object | undefined): boolean {
    return this.#saved === mark
  }

  /**
   * Another session continues with the state of a mark. When that state is saved, because a save was under way, the new
   * session is saved as it was opened.
   */
  continueIn(session: DrawingSession, mark: object | undefined): void {
    this.#next = { session, mark, start: session.mark }
  }

  /** Stands for the drawing as it is. */
  get mark(): object | undefined {
    return this.#marks.get(this.#place)
  }

  select(id: string): void {
    const element = this.modeler.get('elementRegistry').get(id)
    if (element === undefined) return
    const canvas = this.modeler.get('canvas')
    if (canvas.getRootElements().includes(element as never)) {
      this.modeler.get('selection').select(null as never)
      return
    }
    this.modeler.get('selection').select(element)
    canvas.scrollToElement(element as never)
  }

  /** Scrolls to an element, where it is not in view. */
  show(id: string): void {
    const element = this.modeler.get('elementRegistry').get(id)
    if (element !== undefined) this.modeler.get('canvas').scrollToElement(element as never)
  }

  /** Opens the search of the drawing. */
  search(): void {
    this.modeler.get('searchPad').toggle()
  }

  zoomBy(factor: number): void {
    const canvas = this.modeler.get('canvas')
    canvas.zoom(Math.min(4, Math.max(0.2, canvas.zoom() * factor)))
  }

  /** Where somebody looks at it. */
  get look(): Look {
    const canvas = this.modeler.get('canvas')
    const { x, y, width, height } = canvas.viewbox()
    const selected = this.modeler.get('selection').get() as Element[]
    return {
      root: canvas.getRootElement().id,
      selected: selected.map(({ id }) => id),
      viewbox: { x, y, width, height },
    }
  }

  /** Shows the level, and selects the elements, of a look at the same drawing. */
  choose({ root, selected }: Look): void {
    const canvas = this.modeler.get('canvas')
    const level = canvas.getRootElements().find(({ id }) => id === root)
    if (level !== undefined) canvas.setRootElement(level)
    const registry = this.modeler.get('elementRegistry')
    const chosen = selected.map((id) => registry.get(id)).filter((element) => element !== undefined)
    if (chosen.length > 0) this.modeler.get('selection').select(chosen)
  }

  /** Zooms so that the whole drawing fits the window. */
  fit(): void {
    this.modeler.get('canvas').resized()
    fitDiagram(this.modeler)
  }

  /**
   * Restores the visible part of the drawing. Without one, it shows all of it where that is readable, else its
   * beginning.
   */
  open(look: Look | null): void {
    const canvas = this.modeler.get('canvas')
    canvas.resized()
    if (look === null) openDiagram(this.modeler, this.#findStarts(), smallest)
    else canvas.viewbox(look.viewbox)
  }

  close(): void {
    this.#listeners.clear()
    this.modeler.destroy()
  }

  get #place(): number {
    // The stack tells nobody where it stands.
    const stack = this.modeler.get('commandStack', false) as unknown as { _stackIdx: number } | null
    return stack === null ? 0 : stack._stackIdx + 1
  }

  /** Ids of what is drawn on this level, the one furthest to the left first: where people begin to read. */
  #findStarts(): string[] {
    const canvas = this.modeler.get('canvas')
    const root = canvas.getRootElement()
    const found = this.modeler
      .get('elementRegistry')
      .filter((element) => (element as Element).type === 'bpmn:StartEvent' && canvas.findRoot(element) === root)
    return (found as Shape[])
      .filter(({ labelTarget }) => labelTarget === undefined)
      .toSorted((one, other) => one.x - other.x)
      .map(({ id }) => id)
  }

  #listRenamed(): Map<string, string> {
    const now = [...this.#ids].map(([id, element]) => [id, String(element.get('id') ?? id)] as const)
    return new Map(now.filter(([id, other]) => id !== other))
  }

  #followCommands(trigger: string | undefined): void {
    const stack = this.modeler.get('commandStack')
    if (trigger === 'execute') this.#marks.set(this.#place, {})
    this.#set({
      shown: this.#findShown(),
      canUndo: stack.canUndo(),
      canRedo: stack.canRedo(),
      step: this.#state.step + 1,
      isSaved: this.mark === this.#saved,
    })
  }

  #findShown(): Element | null {
    const selected = this.modeler.get('selection').get() as Element[]
    const [first] = selected
    if (selected.length > 1) return null
    if (first === undefined) return this.modeler.get('canvas').getRootElement() as unknown as Element
    // A label stands for what it names.
    return (first as { labelTarget?: Element }).labelTarget ?? first
  }

  #set(change: Partial<DrawingState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
