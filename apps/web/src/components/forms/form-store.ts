import {
  checkFieldValue,
  evaluateStates,
  type Fault,
  type FieldValue,
  type FormContext,
  getFieldDefinition,
  isWritable,
  type JsonValues,
  type NodeState,
  type NodeStates,
  type Problem,
  type RuntimeDocument,
  type RuntimeField,
  toEntry,
} from '@millrace/forms'

/** What one field shows. A new object when, and only when, something in it changed. */
export interface FieldSnapshot {
  /** What stands in the input. */
  readonly entry: unknown
  readonly value: FieldValue
  readonly state: NodeState
  /** The faults that the user may see already. */
  readonly faults: readonly Fault[]
}

export type SubmitResult =
  | { readonly ok: true; readonly values: JsonValues }
  | { readonly ok: false; readonly problems: readonly Problem[] }

interface Options {
  readonly form: RuntimeDocument
  readonly values: JsonValues
  readonly context: FormContext
  /** Called when the user changed something, with values that can be kept as a draft. */
  readonly onChange?: (values: JsonValues) => void
}

/**
 * The state of one form that is being filled: entries, the values read from them, the conditions that follow from the
 * values, and which faults are shown. A fault is shown once its field was left, or after a try to submit.
 *
 * Lives as long as the form is on the screen. Fields subscribe and compare their own snapshot, so that a key press
 * draws one field, and others only when a condition of theirs turns.
 */
export class FormStore {
  readonly form: RuntimeDocument
  readonly context: FormContext
  readonly #onChange: ((values: JsonValues) => void) | undefined
  readonly #fields: ReadonlyMap<string, RuntimeField>
  readonly #entries = new Map<string, unknown>()
  readonly #values = new Map<string, FieldValue>()
  readonly #readFaults = new Map<string, Fault>()
  readonly #serverFaults = new Map<string, Fault>()
  readonly #shown = new Set<string>()
  readonly #busy = new Set<string>()
  readonly #snapshots = new Map<string, FieldSnapshot>()
  readonly #listeners = new Set<() => void>()
  #states: NodeStates

  constructor({ form, values, context, onChange }: Options) {
    this.form = form
    this.context = context
    this.#onChange = onChange
    this.#fields = new Map(form.fields.map((field) => [field.key, field]))
    for (const field of form.fields) {
      this.#read(field, Object.hasOwn(values, field.key) ? values[field.key] : null)
      // What could not be read at the start would otherwise only be found by accident.
      if (this.#readFaults.has(field.key)) this.#shown.add(field.key)
      else this.#entries.set(field.key, toEntry(field, this.#values.get(field.key) ?? null, context))
    }
    this.#states = this.#evaluate()
    this.#refresh()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getField(key: string): FieldSnapshot {
    const snapshot = this.#snapshots.get(key)
    if (snapshot === undefined) throw new Error(`Expected a field of form ${this.form.id}, but found ${key}.`)
    return snapshot
  }

  hasField(key: string): boolean {
    return this.#fields.has(key)
  }

  /** The field as the document has it. */
  getDefinition(key: string): RuntimeField {
    const field = this.#fields.get(key)
    if (field === undefined) throw new Error(`Expected a field of form ${this.form.id}, but found ${key}.`)
    return field
  }

  getLabel(key: string): string {
    const { label } = this.getDefinition(key).props
    return typeof label === 'string' ? label : key
  }

  /** True when a field that can be filled now must be. */
  hasRequired(): boolean {
    return this.form.fields.some(({ node }) => isWritable(this.#states[node]) && this.#states[node]?.required === true)
  }

  isVisible(node: string): boolean {
    return this.#states[node]?.visible === true
  }

  /** The user typed, chose or ticked something. */
  setEntry(key: string, entry: unknown): void {
    const field = this.getDefinition(key)
    this.#read(field, entry)
    this.#serverFaults.delete(key)
    if (Object.hasOwn(this.form.deps, key)) this.#states = this.#evaluate()
    this.#refresh()
    this.#onChange?.(this.toDraft())
  }

  /** The user left the field: its faults may be shown, and what was typed is written as it is understood. */
  leave(key: string): void {
    const field = this.getDefinition(key)
    this.#shown.add(key)
    if (getFieldDefinition(field.type).isTyped === true && !this.#readFaults.has(key)) {
      this.#entries.set(key, toEntry(field, this.#values.get(key) ?? null, this.context))
    }
    this.#refresh()
  }

  /** A busy field, such as one with a running upload, keeps the form from being submitted. */
  setBusy(key: string, isBusy: boolean): void {
    if (isBusy) this.#busy.add(key)
    else this.#busy.delete(key)
    this.#refresh()
  }

  /** Shows what the server found, until the field is changed. */
  setServerProblems(problems: readonly Problem[]): void {
    this.#serverFaults.clear()
    for (const { field, ...fault } of problems) if (this.#fields.has(field)) this.#serverFaults.set(field, fault)
    this.#refresh()
  }

  /** The values to send, or every problem, which is then shown. Only fields that can be filled count. */
  submit(): SubmitResult {
    for (const key of this.#fields.keys()) this.#shown.add(key)
    this.#serverFaults.clear()
    this.#refresh()
    const problems = this.form.fields.flatMap(({ key }) =>
      this.getField(key).faults.map((fault) => ({ field: key, ...fault })),
    )
    if (problems.length > 0) return { ok: false, problems }
    return { ok: true, values: this.#toJson(({ node }) => isWritable(this.#states[node])) }
  }

  /** Everything that was entered; what cannot be read is kept as it was typed. */
  toDraft(): JsonValues {
    return this.#toJson(() => true)
  }

  #toJson(isWanted: (field: RuntimeField) => boolean): JsonValues {
    const wanted = this.form.fields.filter(isWanted)
    return Object.fromEntries(
      wanted.map(({ key, type }) => {
        const value = this.#values.get(key) ?? null
        if (this.#readFaults.has(key)) return [key, this.#entries.get(key)]
        return [key, value === null ? null : getFieldDefinition(type).toJson(value)]
      }),
    )
  }

  #read(field: RuntimeField, entry: unknown): void {
    const { key } = field
    const read = getFieldDefinition(field.type).read(entry, field.props, this.context)
    this.#entries.set(key, entry)
    this.#values.set(key, read.ok ? read.value : null)
    if (read.ok) this.#readFaults.delete(key)
    else this.#readFaults.set(key, read.fault)
  }

  #evaluate(): NodeStates {
    return evaluateStates(this.form, Object.fromEntries(this.#values), this.context)
  }

  /** Makes new snapshots where something changed and tells the listeners. */
  #refresh(): void {
    let hasChanged = false
    for (const field of this.form.fields) {
      const before = this.#snapshots.get(field.key)
      const after = this.#snapshot(field)
      if (before !== undefined && isSame(before, after)) continue
      this.#snapshots.set(field.key, after)
      hasChanged = true
    }
    if (hasChanged) for (const listener of [...this.#listeners]) listener()
  }

  #snapshot(field: RuntimeField): FieldSnapshot {
    const { key, node } = field
    const state = this.#states[node]
    if (state === undefined)
      throw new Error(`Expected a rule for node ${node} of form ${this.form.id}, but there is none.`)
    const value = this.#values.get(key) ?? null
    return { entry: this.#entries.get(key), value, state, faults: this.#listShownFaults(field, state, value) }
  }

  #listShownFaults(field: RuntimeField, state: NodeState, value: FieldValue): readonly Fault[] {
    const { key } = field
    if (!isWritable(state)) return []
    const serverFault = this.#serverFaults.get(key)
    if (serverFault !== undefined) return [serverFault]
    if (!this.#shown.has(key)) return []
    if (this.#busy.has(key)) return [{ code: 'file.uploading' }]
    const readFault = this.#readFaults.get(key)
    return readFault === undefined ? checkFieldValue({ field, state, value, context: this.context }) : [readFault]
  }
}

function isSame(a: FieldSnapshot, b: FieldSnapshot): boolean {
  return a.entry === b.entry && a.value === b.value && isSameState(a.state, b.state) && isSameFaults(a.faults, b.faults)
}

function isSameState(a: NodeState, b: NodeState): boolean {
  return (
    a === b ||
    (a.visible === b.visible &&
      a.enabled === b.enabled &&
      a.required === b.required &&
      a.readOnly === b.readOnly &&
      a.passes === b.passes)
  )
}

function isSameFaults(a: readonly Fault[], b: readonly Fault[]): boolean {
  return a.length === b.length && (a.length === 0 || JSON.stringify(a) === JSON.stringify(b))
}
