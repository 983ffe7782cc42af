import { getNode } from '../compile/plan-form.ts'
import type { Dependent, RuleName, RuntimeDocument, RuntimeField } from '../compile/runtime-document.ts'
import type { Condition, Option } from '../document/property.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { listPairs } from '../fields/look-up.ts'
import { listNamed } from '../fields/people.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { FormContext } from '../values/form-context.ts'
import { cellOfRule, cellsOf } from './cells.ts'
import { giveInstance, type RowMaker } from './create-row.ts'
import { findDuplicates } from './find-duplicates.ts'
import { evaluateRule, type Side } from './form-scope.ts'
import { giveAnswer } from './give-answer.ts'
import { getInstance, isWritable, listInstances, type NodeInstance, type NodeState, type Row } from './instance.ts'
import { isSame } from './is-same.ts'
import { getPreparedForm, type PreparedForm } from './prepared-form.ts'
import type { Cell } from './ranks.ts'
import { listOffered, readDependedOn } from './read-depended-on.ts'
import { isGone, isIn, listChildren, rowAround } from './rows-around.ts'

/** The nodes whose appearance an operation changed. */
export type Touched = ReadonlySet<NodeInstance>

/**
 * The pending calculations of a form, in order. A change marks its dependents; `settle` calculates marked ones by rank,
 * so that each is calculated once, after everything that it reads. An unchanged result marks nothing further.
 */
export class Recalculation {
  readonly #form: RuntimeDocument
  readonly #context: FormContext
  readonly #prepared: PreparedForm
  readonly #maker: RowMaker
  readonly #maxRounds: number
  /** The pending nodes by rank. */
  readonly #pending: (Set<NodeInstance> | undefined)[] = []
  #lowest = Number.POSITIVE_INFINITY
  #touched = new Set<NodeInstance>()
  #evaluations = 0
  /** The first settling is over: what changes now, somebody changes. */
  #isOpen = false
  /** Fields whose options depend on what has changed. */
  readonly #cascaded = new Set<NodeInstance>()
  /** Fields that are set when what has changed is calculated. */
  readonly #toSet = new Set<NodeInstance>()
  /** Fields that a user has entered since the last settling: their values stay. */
  readonly #given = new Set<NodeInstance>()
  /** Fields that were set since then; later rounds may correct them. */
  readonly #set = new Set<NodeInstance>()
  /** Rows that came since the last settling: what they came with stays. */
  readonly #added = new Set<Row>()
  /** Where dependents of the cell that is being calculated are marked already. */
  readonly #spread = new Map<Dependent, Set<Row>>()

  constructor(form: RuntimeDocument, { context, maker }: { context: FormContext; maker: RowMaker }) {
    this.#form = form
    this.#context = context
    this.#maker = maker
    this.#prepared = getPreparedForm(form)
    this.#maxRounds = form.rules.filter(({ setTo }) => setTo !== undefined).length
  }

  /** How many expressions were evaluated so far. */
  get evaluations(): number {
    return this.#evaluations
  }

  /** A field has another entry. */
  changeEntry(field: NodeInstance): void {
    this.#touched.add(field)
    this.#given.add(field)
    this.#mark(field, 'value')
  }

  /** Other rows are there, or in another order; `added` are new. */
  changeRows(list: NodeInstance, added: readonly Row[]): void {
    this.#touched.add(list)
    for (const row of added) {
      this.#added.add(row)
      this.markRow(row)
    }
    this.#markDependents(list)
  }

  /** Everything in a row is to be calculated. */
  markRow(row: Row): void {
    for (const instance of row.nodes.values()) {
      this.#touched.add(instance)
      for (const cell of cellsOf(instance)) this.#mark(instance, cell)
      for (const inner of instance.rows) this.markRow(inner)
    }
  }

  /** Calculates what is marked, and gives all that looks different since the last time. */
  settle(): Touched {
    this.#workOff()
    // So many rounds reach the end of any chain; fields that set each other for ever end with them.
    for (let rounds = this.#maxRounds; rounds > 0 && this.#setWhatFollows(); rounds--) this.#workOff()
    this.#toSet.clear()
    this.#given.clear()
    this.#set.clear()
    this.#added.clear()
    this.#isOpen = true
    const touched = this.#touched
    this.#touched = new Set()
    return touched
  }

  #workOff(): void {
    for (let rank = this.#lowest; rank < this.#pending.length; rank++) {
      const pending = this.#pending[rank]
      const ranked = this.#prepared.ranks.cells[rank]
      if (pending === undefined || ranked === undefined) continue
      this.#pending[rank] = undefined
      // A column of a thousand rows has the same dependents a thousand times.
      this.#spread.clear()
      for (const instance of pending) if (!isGone(instance.row)) this.#workOut(instance, ranked.cell)
    }
    this.#spread.clear()
    this.#cascaded.clear()
    this.#lowest = Number.POSITIVE_INFINITY
    this.#pending.length = 0
  }

  /** Sets the fields whose expressions read what has changed. True when that leaves something to be calculated. */
  #setWhatFollows(): boolean {
    const following = [...this.#toSet].filter((field) => !this.#given.has(field) && this.#maySet(field))
    this.#toSet.clear()
    const answers = following.map((field) => this.evaluate(field, 'setTo'))
    for (const [index, field] of following.entries()) {
      this.#set.add(field)
      giveAnswer(field, answers[index] ?? null, this.#maker)
      this.#touched.add(field)
      this.#mark(field, 'value')
    }
    return following.length > 0
  }

  #maySet(field: NodeInstance): boolean {
    if (isGone(field.row) || !isWritable(field)) return false
    return field.entry === undefined || this.#set.has(field) || !isIn(field.row, this.#added)
  }

  /**
   * The answer of an expression of a node, in its row.
   *
   * @throws Error when the expressions of the form were not prepared.
   */
  evaluate({ planned, row }: NodeInstance, rule: RuleName | 'defaultValue' | 'result', side: Side = 'value'): unknown {
    const compiled = this.#context.expressions.rules.get(`${planned.id}.${rule}`)
    if (compiled === undefined)
      throw new Error(
        `Expected ${rule} of ${planned.id} among the prepared expressions of the form, but it is not there.`,
      )
    this.#evaluations += 1
    return evaluateRule(compiled, { row, context: this.#context, side })
  }

  #mark(instance: NodeInstance, cell: Cell): void {
    const rank = this.#prepared.ranks.rankOf(instance.planned, cell)
    const pending = this.#pending[rank] ?? new Set()
    pending.add(instance)
    this.#pending[rank] = pending
    if (rank < this.#lowest) this.#lowest = rank
  }

  /** Marks the nodes that read this value, in the rows that share it. */
  #markDependents({ planned, row }: NodeInstance, spread?: Map<Dependent, Set<Row>>): void {
    for (const dependent of this.#form.deps[planned.id] ?? []) {
      const shared = rowAround(row, planned.depth - dependent.depth)
      const done = spread?.get(dependent) ?? new Set()
      if (done.has(shared)) continue
      spread?.set(dependent, done.add(shared))
      const node = getNode(this.#prepared.plan.byId, dependent.node)
      for (const instance of listInstances(shared, node)) {
        if (dependent.rule === 'setTo') {
          if (this.#isOpen) this.#toSet.add(instance)
          continue
        }
        this.#mark(instance, cellOfRule[dependent.rule])
        if (dependent.rule === 'options' && this.#isOpen) this.#cascaded.add(instance)
      }
    }
  }

  #workOut(instance: NodeInstance, cell: Cell): void {
    if (cell === 'value') this.#workOutValue(instance)
    else if (cell === 'unique') this.#workOutDuplicates(instance)
    else if (cell === 'check') this.#turn(instance, 'passes', this.#passes(instance))
    else this.#turn(instance, cell, this.#combines(instance, cell))
  }

  #workOutValue(instance: NodeInstance): void {
    const { planned, state } = instance
    if (planned.data?.kind !== 'field') return
    const { value, fault } = instance
    if (planned.rule.computed !== undefined && state.visible)
      giveAnswer(instance, this.evaluate(instance, 'computed'), this.#maker)
    this.#offerOptions(instance, planned.data)
    instance.value = state.visible ? instance.given : null
    const isKept = isSame(value, instance.value, planned)
    if (isKept && fault === instance.fault) return
    this.#touched.add(instance)
    // Why there is no value is nobody else's business.
    if (!isKept) this.#markDependents(instance, this.#spread)
  }

  /**
   * Options that depend on another field. What is not offered any more goes when that field is changed; what a form
   * opens with, or somebody sends, is at fault.
   */
  #offerOptions(instance: NodeInstance, { props, type }: RuntimeField): void {
    if (listPairs(props, 'parameters').length > 0) {
      this.#followSource(instance, null)
      return
    }
    if (typeof props.dependsOn !== 'string') return
    const source = readDependedOn(instance)
    if (props.options === undefined) {
      this.#followSource(instance, source)
      return
    }
    const before = instance.options
    const options = listOffered(props.options as readonly Option[], source)
    if (before === null || before.length !== options.length || before.some((one, index) => one !== options[index])) {
      instance.options = options
      this.#touched.add(instance)
    }
    if (instance.entry !== undefined) giveInstance(instance, instance.entry, this.#maker)
    if (instance.given === null) return
    const chosen = [instance.given].flat() as readonly string[]
    const left = chosen.filter((one) => options.some(({ value }) => value === one))
    if (left.length === chosen.length) return
    if (this.#cascaded.has(instance)) {
      const isList = Array.isArray(getFieldDefinition(type).toJson(instance.given))
      giveInstance(instance, isList && left.length > 0 ? left : null, this.#maker)
      this.#touched.add(instance)
    } else {
      instance.given = null
      instance.fault = { code: 'choice.unknown' }
    }
  }

  /** Follows the source of choices that only the server knows. */
  #followSource(instance: NodeInstance, source: FieldValue): void {
    if (instance.entry !== undefined) giveInstance(instance, instance.entry, this.#maker)
    if (instance.given === null) return
    if (this.#cascaded.has(instance)) {
      giveInstance(instance, null, this.#maker)
      this.#touched.add(instance)
      return
    }
    // None of a look-up: what that offers is asked outside, when all values are known.
    const known = this.#context.knownChoices?.get(instance.planned.id)
    if (known === undefined) return
    const goesWith = (id: string) => known.get(id)?.includes(String(source)) ?? false
    if (source !== null && listNamed(instance.given).every(goesWith)) return
    instance.given = null
    instance.fault = { code: 'data-list.unknown' }
  }

  #workOutDuplicates(list: NodeInstance): void {
    for (const { instance, isDuplicate } of findDuplicates(list)) {
      if (instance.isDuplicate === isDuplicate) continue
      instance.isDuplicate = isDuplicate
      this.#touched.add(instance)
    }
  }

  /** What the node says itself, together with what holds for all inside of the container or list around. */
  #combines(instance: NodeInstance, name: keyof typeof usual): boolean {
    const { planned, row } = instance
    const own = () => this.#holds(instance, name)
    if (planned.parent === null || name === 'required') return own()
    const around = getInstance(row, planned.parent).state[name]
    return name === 'readOnly' ? around || own() : around && own()
  }

  /**
   * A condition holds when its expression answers true: null, because a value is missing, and a failure count as false.
   */
  #holds(instance: NodeInstance, rule: keyof typeof usual): boolean {
    const condition: Condition = instance.planned.rule[rule] ?? usual[rule]
    return typeof condition === 'boolean' ? condition : this.evaluate(instance, rule) === true
  }

  // Unlike the other conditions a check objects only when it knows: with a value missing there is nothing to compare.
  #passes(instance: NodeInstance): boolean {
    const { check } = instance.planned.rule
    return typeof check !== 'string' || this.evaluate(instance, 'check') !== false
  }

  #turn(instance: NodeInstance, name: keyof NodeState, value: boolean): void {
    const { planned, state } = instance
    if (state[name] === value) return
    instance.state = { ...state, [name]: value }
    this.#touched.add(instance)
    if (name === 'required' || name === 'passes') return
    if (name === 'visible') {
      this.#mark(instance, 'value')
      if (planned.data !== null && planned.data.kind !== 'field') this.#markDependents(instance, this.#spread)
    }
    for (const child of planned.children) for (const inside of listChildren(instance, child)) this.#mark(inside, name)
  }
}

const usual = { visible: true, enabled: true, readOnly: false, required: false } as const
