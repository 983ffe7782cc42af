import { parseSamples, type Sample, writeSamples } from '@millrace/dmn'
import { escapeSpaces } from '@millrace/xml'
import type Modeler from 'dmn-js-shared/lib/base/Manager'
import type { DmnElement, DmnView, DmnViewer } from 'dmn-js-shared/lib/base/Manager'
import { useSyncExternalStore } from 'react'
import { leaveForMoment } from '../../../components/unsaved/leave-place.ts'
import { type Requirements, readRequirements } from '../desk/read-requirements.ts'
import { type DecisionTableView, readTable } from '../grid/read-table.ts'
import { createTableCommands, type TableCommands } from '../grid/table-commands.ts'
import type { OpenedModeler } from './create-modeler.ts'

export interface DecisionState {
  readonly views: readonly DmnView[]
  readonly active: DmnView | null
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Counts what was done and undone. */
  readonly step: number
  readonly isSaved: boolean
}

/** An open DMN file for React components: its views, its undo steps, its samples. */
export class DecisionSession {
  readonly #modeler: Modeler
  readonly #listeners = new Set<() => void>()
  #state: DecisionState
  #savedStep: number
  #next: { readonly session: DecisionSession; readonly mark: number } | null = null

  /** @param isSaved whether what was opened is what was saved last. */
  constructor({ modeler, viewers }: OpenedModeler, isSaved = true) {
    this.#modeler = modeler
    this.#savedStep = isSaved ? 0 : -1
    this.#state = { views: [], active: null, canUndo: false, canRedo: false, step: 0, isSaved }
    // Also those of views that were open for a moment: they are opened again.
    for (const viewer of viewers) this.#listen(viewer)
    modeler.on('viewer.created', ({ viewer }) => this.#listen(viewer))
    modeler.on('views.changed', () => this.#follow(0))
    // dmn-js says that the views have changed a moment after it shows another one.
    modeler.on('import.render.complete', () => this.#follow(0))
    this.#follow(0)
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly getState = (): DecisionState => this.#state

  open(view: DmnView): void {
    // What is being typed belongs to what is shown now. A screen reader presses without moving the focus.
    leaveForMoment()
    void this.#modeler.open(view).catch(() => undefined)
  }

  /** Opens the view of a decision, where it has one. */
  show(decisionId: string): void {
    const view = this.#state.views.find(({ element }) => element.id === decisionId)
    if (view !== undefined && view.element.id !== this.#state.active?.element.id) this.open(view)
  }

  /** The decision of the shown table, as the file has it; null in other views. */
  getTable(): DecisionTableView | null {
    const { active } = this.#state
    return active?.type === 'decisionTable' ? readTable(active.element) : null
  }

  /** What can be done with the shown table; null in other views, and where nothing can be changed. */
  getTableCommands(): TableCommands | null {
    const { active } = this.#state
    const viewer = this.#modeler.getActiveViewer()
    if (active?.type !== 'decisionTable' || viewer === undefined) return null
    return createTableCommands(viewer, active.element.get('decisionLogic'))
  }

  /** The diagram of the file. */
  getRequirements(): Requirements {
    return readRequirements(this.#modeler.getDefinitions())
  }

  undo(): void {
    this.#stack()?.undo()
  }

  redo(): void {
    this.#stack()?.redo()
  }

  async toXml(): Promise<string> {
    const { xml } = await this.#modeler.saveXML({ format: true })
    return escapeSpaces(xml)
  }

  /** Stands for the file as it is. */
  get mark(): number {
    return this.#state.step
  }

  /** @param mark of what was saved, which may not be what is there by now. */
  markSaved(mark: number): void {
    this.#savedStep = mark
    if (this.#next?.mark === mark) this.#next.session.markSaved(0)
    this.#follow(0)
  }

  /** Whether the state of a mark was saved last. */
  isMarkSaved(mark: number): boolean {
    return this.#savedStep === mark
  }

  /**
   * Another session continues with the state of a mark. When that state is saved, because a save was under way, the new
   * session is saved as it was opened.
   */
  continueIn(session: DecisionSession, mark: number): void {
    this.#next = { session, mark }
  }

  /** The samples of a decision, as its file has them. */
  getSamples(decisionId: string): readonly Sample[] {
    const text = this.#findSamples(decisionId)?.get('text')
    return typeof text === 'string' ? parseSamples(text) : []
  }

  setSamples(decisionId: string, samples: readonly Sample[]): void {
    const decision = this.#findDecision(decisionId)
    if (decision === undefined) return
    const create = (type: string, attributes: object, parent: DmnElement) => {
      const made = decision.$model.create(type, attributes)
      made.$parent = parent
      return made
    }
    let extensions = decision.get('extensionElements') as DmnElement | undefined
    if (extensions === undefined) {
      extensions = create('dmn:ExtensionElements', { values: [] }, decision)
      decision.set('extensionElements', extensions)
    }
    const others = (extensions.get('values') as DmnElement[]).filter(({ $type }) => $type !== samplesType)
    const own = samples.length === 0 ? [] : [create(samplesType, { text: writeSamples(samples) }, extensions)]
    extensions.set('values', [...others, ...own])
    this.#follow(1)
  }

  close(): void {
    this.#listeners.clear()
    this.#modeler.destroy()
  }

  #stack() {
    return this.#modeler.getActiveViewer()?.get('commandStack', false) ?? null
  }

  #listen(viewer: DmnViewer): void {
    viewer.on('commandStack.changed', ({ trigger }) => this.#follow(trigger === 'clear' ? 0 : 1))
  }

  #follow(steps: number): void {
    const stack = this.#stack()
    const step = this.#state.step + steps
    this.#state = {
      views: this.#modeler.getViews(),
      active: this.#modeler.getActiveView() ?? null,
      canUndo: stack?.canUndo() ?? false,
      canRedo: stack?.canRedo() ?? false,
      step,
      isSaved: step === this.#savedStep,
    }
    for (const listener of this.#listeners) listener()
  }

  #findDecision(id: string): DmnElement | undefined {
    const all = (this.#modeler.getDefinitions().get('drgElement') ?? []) as readonly DmnElement[]
    return all.find((one) => one.id === id)
  }

  #findSamples(decisionId: string): DmnElement | undefined {
    const extensions = this.#findDecision(decisionId)?.get('extensionElements') as DmnElement | undefined
    const values = (extensions?.get('values') ?? []) as readonly DmnElement[]
    return values.find(({ $type }) => $type === samplesType)
  }
}

const samplesType = 'millrace:Samples'

const nothing: DecisionState = { views: [], active: null, canUndo: false, canRedo: false, step: 0, isSaved: true }

type Watched = Pick<DecisionSession, 'subscribe' | 'getState'>

export function useDecision(session: Watched | null): DecisionState {
  return useSyncExternalStore(session?.subscribe ?? subscribeToNothing, () => session?.getState() ?? nothing)
}

/** Returns a number that changes with each change, undo and redo; 0 while nothing is open. */
export function useStep(session: Watched | null): number {
  return useDecision(session).step
}

const subscribeToNothing = () => () => undefined
