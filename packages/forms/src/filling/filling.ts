import { getNode, nameKey, type PlannedNode } from '../compile/plan-form.ts'
import { findName } from '../compile/resolve-read.ts'
import type { RuntimeDocument } from '../compile/runtime-document.ts'
import { valueLimits } from '../document/limits.ts'
import { toEntry } from '../fields/registry.ts'
import type { Fault, Problem } from '../messages/catalogue.ts'
import { printPath, type ValuePath } from '../paths/path.ts'
import type { FormContext } from '../values/form-context.ts'
import type { JsonValues } from '../values/value-tree.ts'
import { createRow, giveInstance, type RowMaker } from './create-row.ts'
import { hasKeptUnknown, isUnknown, listDesignFaults, listFaults } from './faults.ts'
import { giveAnswer, toAnswer } from './give-answer.ts'
import { getInstance, isWritable, listInstances, type NodeInstance, type Row } from './instance.ts'
import { markKept } from './mark-kept.ts'
import { getPreparedForm, type PreparedForm } from './prepared-form.ts'
import { Recalculation, type Touched } from './recalculation.ts'

export interface FillingOptions {
  readonly form: RuntimeDocument
  /** The values as JSON, or as typed. Values without a field are ignored: see `checkShape`. */
  readonly values: JsonValues
  readonly context: FormContext
  /** The rows that get their defaults when no value is given; default: `none`. */
  readonly defaults?: RowMaker['defaults']
  /** The initial values: options in them that a field does not have may stay until the field is changed. */
  readonly opened?: JsonValues
}

/** A rule that the value of a calculated field breaks. */
export interface DesignFault extends Problem {
  /** The id of the field in its document. */
  readonly node: string
}

/**
 * A form with its values, and everything that follows from them: visible, required, calculated and invalid fields.
 * Browser and server use the same code. A change only recalculates what depends on it, directly or indirectly: the
 * dependencies are known since the form was compiled.
 */
export class Filling {
  readonly form: RuntimeDocument
  readonly context: FormContext
  readonly root: Row
  readonly #prepared: PreparedForm
  readonly #maker: RowMaker
  readonly #recalculation: Recalculation

  constructor({ form, values, context, defaults = 'none', opened }: FillingOptions) {
    this.form = form
    this.context = context
    this.#prepared = getPreparedForm(form)
    this.#maker = createMaker(this.#prepared, { context, defaults })
    this.#recalculation = new Recalculation(form, { context, maker: this.#maker })
    this.root = createRow(values, null, this.#maker)
    if (opened !== undefined) markKept(this.root, opened)
    if (defaults === 'all') this.#computeDefaults([this.root])
    else if (defaults === 'new-rows') this.#computeDefaults(listNewRows(this.root))
    // Whatever comes later is new.
    this.#maker.defaults = 'new-rows'
    this.#recalculation.markRow(this.root)
    this.#recalculation.settle()
  }

  /** How many expressions were evaluated so far. */
  get evaluations(): number {
    return this.#recalculation.evaluations
  }

  /** The instance of a node in the row, or around it. */
  getInstance(row: Row, node: string): NodeInstance {
    return getInstance(row, getNode(this.#prepared.plan.byId, node))
  }

  /** All instances, in document order and row by row. */
  listInstances(): NodeInstance[] {
    return listBelow(this.root)
  }

  /** The field, list or group at a path; null when there is none. */
  findInstance(path: ValuePath): NodeInstance | null {
    let row = this.root
    let scope = this.#prepared.plan.root
    let found: NodeInstance | null = null
    for (const part of path) {
      const kind: string | undefined = found?.planned.data?.kind
      if (typeof part === 'number') {
        const next: Row | undefined = kind === 'list' ? found?.rows[part] : undefined
        if (found === null || next === undefined) return null
        row = next
        scope = found.planned.inner
        found = null
        continue
      }
      if (kind === 'group' && found !== null) scope = found.planned.inner
      else if (kind !== undefined) return null
      const member: PlannedNode | undefined = scope.members.get(nameKey(part))
      if (member?.data?.key !== part) return null
      found = getInstance(row, member)
    }
    return found
  }

  /** Returns the current path of the value of an instance. */
  pathOf({ planned, row }: NodeInstance): ValuePath {
    const { list } = row
    const around = list === null ? [] : [...this.pathOf(list), list.rows.indexOf(row)]
    return [...around, ...planned.path]
  }

  /** Returns the path of `pathOf` as text. */
  printPath(instance: NodeInstance): string {
    return printPath(this.pathOf(instance))
  }

  /** Sets the entry of a field that the user has typed or chosen, or the rows of a list. */
  setEntry(instance: NodeInstance, entry: unknown): Touched {
    for (const row of instance.rows) row.isRemoved = true
    instance.isKept = false
    giveInstance(instance, entry, this.#maker)
    if (instance.planned.data?.kind === 'field') this.#recalculation.changeEntry(instance)
    else this.#recalculation.changeRows(instance, instance.rows)
    return this.#recalculation.settle()
  }

  /**
   * Calculates what a button gives, and writes it into the field of that key; nothing where it cannot be filled now.
   */
  press(button: NodeInstance, target: string): Touched {
    const field = findName(target, button.planned.scope)
    const instance = field === null ? null : getInstance(button.row, field)
    if (instance === null || !isWritable(instance)) return new Set()
    return this.setEntry(instance, toAnswer(instance, this.#recalculation.evaluate(button, 'result')))
  }

  /**
   * Writes values of a chosen row into other fields, by their keys. Fields that cannot be edited now stay unchanged.
   */
  fill(chooser: NodeInstance, values: ReadonlyMap<string, string>): Touched {
    const touched = new Set<NodeInstance>()
    for (const [target, value] of values) {
      const field = findName(target, chooser.planned.scope)
      const instance = field === null ? null : getInstance(chooser.row, field)
      if (instance === null || instance.planned.data?.kind !== 'field' || !isWritable(instance)) continue
      for (const one of this.setEntry(instance, value)) touched.add(one)
    }
    return touched
  }

  /** Replaces the typed text of a field by the value that was understood. */
  tidyEntry(instance: NodeInstance): Touched {
    const { data } = instance.planned
    if (data?.kind !== 'field' || instance.fault !== null) return new Set()
    const entry = toEntry(data, instance.given, this.context)
    if (entry === instance.entry) return new Set()
    instance.entry = entry
    return new Set([instance])
  }

  /** Drops the options that a changed field does not have; the others stay chosen. */
  dropUnknown(instance: NodeInstance): Touched {
    return isUnknown(instance.fault) && !instance.isKept ? this.setEntry(instance, instance.given) : new Set()
  }

  /** Adds a row with its defaults, or with these values. */
  addRow(list: NodeInstance, at = list.rows.length, values: JsonValues = {}): { row: Row; touched: Touched } {
    const row = createRow(values, list, this.#maker)
    list.rows = list.rows.toSpliced(at, 0, row)
    list.fault = null
    this.#computeDefaults([row])
    this.#recalculation.changeRows(list, [row])
    return { row, touched: this.#recalculation.settle() }
  }

  removeRow(row: Row): Touched {
    const list = listOf(row)
    row.isRemoved = true
    list.rows = list.rows.filter((one) => one !== row)
    this.#recalculation.changeRows(list, [])
    return this.#recalculation.settle()
  }

  /** Moves a row to another position of its list, counted without the row. */
  moveRow(row: Row, to: number): Touched {
    const list = listOf(row)
    list.rows = list.rows.filter((one) => one !== row).toSpliced(to, 0, row)
    this.#recalculation.changeRows(list, [])
    return this.#recalculation.settle()
  }

  faultsOf(instance: NodeInstance): Fault[] {
    return listFaults(instance, this.context)
  }

  /**
   * Returns the errors of `faultsOf` without those that users did not cause and that do not prevent them from sending
   * the form.
   */
  blockingFaultsOf(instance: NodeInstance): Fault[] {
    return hasKeptUnknown(instance) ? [] : this.faultsOf(instance)
  }

  /** Everything that keeps the form from being sent, in document order and row by row. */
  listProblems(): Problem[] {
    return this.listInstances().flatMap((instance) => this.#describe(instance, this.blockingFaultsOf(instance)))
  }

  /** Lists the rules of calculated fields that their present values break, for designers of the form. */
  listDesignProblems(): DesignFault[] {
    return this.listInstances().flatMap((instance) =>
      this.#describe(instance, listDesignFaults(instance, this.context)).map((problem) => ({
        ...problem,
        node: instance.planned.id,
      })),
    )
  }

  #describe(instance: NodeInstance, faults: readonly Fault[]): Problem[] {
    if (faults.length === 0) return []
    const field = this.printPath(instance)
    return faults.map((fault) => ({ field, ...fault }))
  }

  /** They see what was entered, and nothing that follows from it: nothing is shown or hidden yet. */
  #computeDefaults(rows: readonly Row[]): void {
    for (const { node } of this.form.defaults) {
      const planned = getNode(this.#prepared.plan.byId, node)
      for (const instance of rows.flatMap((row) => listInstances(row, planned))) {
        if (instance.entry !== undefined) continue
        const answer = this.#recalculation.evaluate(instance, 'defaultValue', 'given')
        giveAnswer(instance, answer, this.#maker)
      }
    }
  }
}

function createMaker({ templates }: PreparedForm, given: Pick<RowMaker, 'context' | 'defaults'>): RowMaker {
  let rows = 0
  return {
    ...given,
    left: valueLimits.values,
    listTemplate: (list) => templates.get(list?.id ?? null) ?? [],
    nextRowId: () => `r${++rows}`,
  }
}

function listBelow(row: Row): NodeInstance[] {
  return [...row.nodes.values()].flatMap((instance) => [instance, ...instance.rows.flatMap(listBelow)])
}

function listNewRows(row: Row): Row[] {
  return [...row.nodes.values()].flatMap(({ rows }) =>
    rows.flatMap((one) => (one.origin === null ? [one] : listNewRows(one))),
  )
}

function listOf({ list }: Row): NodeInstance {
  if (list === null) throw new Error('Expected a row of a list, but it is the form itself.')
  return list
}
