import {
  type Fault,
  Filling,
  type FormContext,
  hasKeptUnknown,
  isWritable,
  type JsonValues,
  type NodeInstance,
  type Problem,
  parsePath,
  type Row,
  type RuntimeDocument,
  readSubmission,
  type Touched,
  toDraft,
  toSubmission,
} from '@millrace/forms'
import { isSameSnapshot, type NodeSnapshot } from './node-snapshot.ts'

export type SubmitResult =
  | { readonly ok: true; readonly values: JsonValues }
  | { readonly ok: false; readonly problems: readonly Problem[] }

interface Options {
  readonly form: RuntimeDocument
  readonly values: JsonValues
  readonly context: FormContext
  /** Called after each change by the user, with a function that returns the values for a draft. */
  readonly onChange?: (readDraft: () => JsonValues) => void
}

type Listener = () => void

/**
 * The state of an open form: its values with everything that follows from them (`Filling`), and which errors are shown.
 * An error is shown after its field was left, or after an attempt to submit. The store lives while the form is on the
 * screen. Each node of each row subscribes separately and is notified only when its appearance changes, so that a key
 * press costs only what it affects.
 */
export class FormStore {
  readonly form: RuntimeDocument
  readonly context: FormContext
  readonly #filling: Filling
  readonly #opened: JsonValues
  readonly #onChange: Options['onChange']
  readonly #serverFaults = new Map<NodeInstance, Fault>()
  readonly #shown = new WeakSet<NodeInstance>()
  readonly #busy = new Set<NodeInstance>()
  #onIdle: (() => void) | null = null
  readonly #snapshots = new WeakMap<NodeInstance, NodeSnapshot>()
  readonly #listeners = new Map<NodeInstance, Set<Listener>>()
  /** Told whenever any node looks different. */
  readonly #watchers = new Set<Listener>()
  readonly #required = new Set<NodeInstance>()
  readonly #faulty = new Set<NodeInstance>()

  constructor({ form, values, context, onChange }: Options) {
    this.form = form
    this.context = context
    this.#opened = values
    this.#onChange = onChange
    this.#filling = new Filling({ form, values, context, opened: values })
    this.#openRows(this.#filling.listInstances())
  }

  get root(): Row {
    return this.#filling.root
  }

  /** A node in the row, or around it. */
  getInstance(row: Row, node: string): NodeInstance {
    return this.#filling.getInstance(row, node)
  }

  /** The field, list or group at a path such as `items[2].price`; null when there is none. */
  findInstance(path: string): NodeInstance | null {
    const read = parsePath(path)
    return read === null || read.length === 0 ? null : this.#filling.findInstance(read)
  }

  getSnapshot(instance: NodeInstance): NodeSnapshot {
    return this.#snapshots.get(instance) ?? this.#takeSnapshot(instance)
  }

  subscribe(instance: NodeInstance, listener: Listener): () => void {
    const listeners = this.#listeners.get(instance) ?? new Set()
    this.#listeners.set(instance, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(instance)
    }
  }

  readonly watch = (listener: Listener): (() => void) => {
    this.#watchers.add(listener)
    return () => this.#watchers.delete(listener)
  }

  /** Returns whether the form has a required field that can be edited now. */
  hasRequired(): boolean {
    return this.#required.size > 0
  }

  /** Returns the number of nodes inside a container that show an error. */
  countFaults(container: NodeInstance): number {
    return [...this.#faulty].filter((instance) => this.listAround(instance).includes(container)).length
  }

  /** The containers and lists around a node, the nearest first. */
  listAround({ planned, row }: NodeInstance): NodeInstance[] {
    if (planned.parent === null) return []
    const around = this.#filling.getInstance(row, planned.parent.id)
    return [around, ...this.listAround(around)]
  }

  /** The user typed, chose or ticked something. */
  setEntry(instance: NodeInstance, entry: unknown): void {
    this.#serverFaults.delete(instance)
    this.#refresh(this.#filling.setEntry(instance, entry))
    this.#announceChange()
  }

  /** The user left the field: its faults may be shown, and what was typed is written as it is understood. */
  leave(instance: NodeInstance): void {
    this.#shown.add(instance)
    const dropped = this.#filling.dropUnknown(instance)
    this.#refresh(new Set([instance, ...dropped, ...this.#filling.tidyEntry(instance)]))
    if (dropped.size > 0) this.#announceChange()
  }

  /** Calculates what a button gives, and writes it into the field of that key. */
  press(button: NodeInstance, target: string): void {
    this.#refresh(this.#filling.press(button, target))
    this.#announceChange()
  }

  /** Writes what a chosen row has into the fields that it fills, by their keys. */
  fill(chooser: NodeInstance, values: ReadonlyMap<string, string>): void {
    this.#refresh(this.#filling.fill(chooser, values))
    this.#announceChange()
  }

  /** Shows the faults of everything inside of a container, and gives them: none when it can be left behind. */
  showFaultsIn(container: NodeInstance): readonly Problem[] {
    const inside = this.#filling
      .listInstances()
      .filter((instance) => instance === container || this.listAround(instance).includes(container))
    for (const instance of inside) this.#shown.add(instance)
    this.#refresh(new Set(inside))
    return inside.flatMap((instance) =>
      this.#listBlockingFaults(instance).map((fault) => ({ field: this.#filling.printPath(instance), ...fault })),
    )
  }

  addRow(list: NodeInstance): Row {
    const { row, touched } = this.#filling.addRow(list)
    this.#openRows([...touched].filter((instance) => isRowOf(instance.row, row)))
    this.#changeRows(list, touched)
    return row
  }

  removeRow(row: Row): void {
    const { list } = row
    if (list === null) return
    const touched = this.#filling.removeRow(row)
    for (const kept of [this.#required, this.#faulty, this.#busy])
      for (const instance of kept) if (isRowOf(instance.row, row)) kept.delete(instance)
    this.#changeRows(list, touched)
  }

  /** @param to the place among the rows that remain. */
  moveRow(row: Row, to: number): void {
    if (row.list === null) return
    this.#changeRows(row.list, this.#filling.moveRow(row, to))
  }

  /** A busy field, such as one with a running upload, keeps the form from being submitted. */
  setBusy(instance: NodeInstance, isBusy: boolean): void {
    if (isBusy) this.#busy.add(instance)
    else this.#busy.delete(instance)
    this.#refresh(new Set([instance]))
    if (this.#busy.size > 0) return
    const run = this.#onIdle
    this.#onIdle = null
    run?.()
  }

  /** Sets what is called once when no field is busy any more. Null drops it, as after an upload that was refused. */
  whenIdle(run: (() => void) | null): void {
    this.#onIdle = run
  }

  /** Shows what the server found, until the field is changed. */
  setServerProblems(problems: readonly Problem[]): void {
    const before = [...this.#serverFaults.keys()]
    this.#serverFaults.clear()
    for (const { field, ...fault } of problems) {
      const instance = this.findInstance(field)
      if (instance !== null) this.#serverFaults.set(instance, fault)
    }
    this.#refresh(new Set([...before, ...this.#serverFaults.keys()]))
  }

  /** The values to send, or every problem, which is then shown. Only what can be filled counts. */
  submit(): SubmitResult {
    const instances = this.#filling.listInstances()
    for (const instance of instances) this.#shown.add(instance)
    this.#serverFaults.clear()
    this.#refresh(new Set(instances))
    const problems = this.#filling.listProblems()
    const busy = [...this.#busy].map(
      (instance): Problem => ({ field: this.#filling.printPath(instance), code: 'file.uploading' }),
    )
    if (problems.length + busy.length > 0) return { ok: false, problems: [...busy, ...problems] }
    const values = toSubmission(this.#filling)
    // What was typed before a field was greyed is not sent, and may have steered another one: judge as the server will.
    const read = readSubmission(this.form, values, { current: this.#opened, context: this.context })
    if (read.ok) return { ok: true, values }
    this.setServerProblems(read.problems)
    return { ok: false, problems: read.problems }
  }

  /** Everything that was entered; what cannot be read is kept as it was typed. */
  toDraft(): JsonValues {
    return toDraft(this.#filling)
  }

  #openRows(instances: readonly NodeInstance[]): void {
    for (const instance of instances) {
      this.#filling.tidyEntry(instance)
      // What could not be read at the start would otherwise only be found by accident.
      if (instance.fault !== null) this.#shown.add(instance)
      this.#look(instance)
    }
  }

  #changeRows(list: NodeInstance, touched: Touched): void {
    this.#serverFaults.delete(list)
    this.#shown.add(list)
    this.#refresh(new Set([...touched, list]))
    this.#announceChange()
  }

  #announceChange(): void {
    this.#onChange?.(() => this.toDraft())
  }

  /** Creates new snapshots for changed nodes and notifies their subscribers. */
  #refresh(touched: Touched): void {
    const changed = [...touched].filter((instance) => this.#look(instance))
    for (const instance of changed) for (const listener of [...(this.#listeners.get(instance) ?? [])]) listener()
    if (changed.length > 0) for (const watcher of [...this.#watchers]) watcher()
  }

  /** Takes a new snapshot. False when nothing in it changed. */
  #look(instance: NodeInstance): boolean {
    const before = this.#snapshots.get(instance)
    const after = this.#createSnapshot(instance)
    mark(this.#required, instance, after.state.required && isWritable(instance))
    mark(this.#faulty, instance, this.#listBlockingFaults(instance).length > 0)
    if (before !== undefined && isSameSnapshot(before, after)) return false
    this.#snapshots.set(instance, after)
    return true
  }

  #takeSnapshot(instance: NodeInstance): NodeSnapshot {
    const snapshot = this.#createSnapshot(instance)
    this.#snapshots.set(instance, snapshot)
    return snapshot
  }

  #createSnapshot(instance: NodeInstance): NodeSnapshot {
    const { entry, value, state, rows, options } = instance
    return { entry, value, state, rows, options, faults: this.#listShownFaults(instance) }
  }

  /** Without those that keep nobody from going on. */
  #listBlockingFaults(instance: NodeInstance): readonly Fault[] {
    return hasKeptUnknown(instance) && !this.#serverFaults.has(instance) ? [] : this.#listShownFaults(instance)
  }

  #listShownFaults(instance: NodeInstance): readonly Fault[] {
    const serverFault = this.#serverFaults.get(instance)
    if (serverFault !== undefined && instance.state.visible) return [serverFault]
    if (!this.#shown.has(instance)) return []
    if (this.#busy.has(instance) && isWritable(instance)) return [{ code: 'file.uploading' }]
    return this.#filling.faultsOf(instance)
  }
}

function isRowOf(row: Row, outer: Row): boolean {
  return row === outer || (row.list !== null && isRowOf(row.list.row, outer))
}

function mark(set: Set<NodeInstance>, instance: NodeInstance, isIn: boolean): void {
  if (isIn) set.add(instance)
  else set.delete(instance)
}
