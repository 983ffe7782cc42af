import { type FlowElement, indexModel, isActivity, isEvent, type ModelIndex, type ProcessModel } from '@millrace/bpmn'
import type { Hierarchy } from '../../source/read-hierarchies.ts'
import type { ExecutionRow } from '../../source/rows.ts'
import { Untranslatable } from '../untranslatable.ts'

/** The executions of a hierarchy as Camunda nests them, with the places of all others. */
export interface PresentedExecutions {
  readonly executions: readonly ExecutionRow[]
  /**
   * Returns the execution to which the rows of an execution belong: that of its activity for a waiting event. Null for a
   * run that has ended.
   */
  readonly ownerOf: (executionId: string) => string | null
  /** Returns the execution that holds the place of a scope, null for other executions. */
  readonly placeOf: (executionId: string) => string | null
  /** Runs of each multi-instance body. */
  readonly counts: ReadonlyMap<string, { readonly active: number; readonly completed: number }>
}

/** Presents the executions of all instances of a hierarchy. */
export function presentExecutions(
  hierarchy: Hierarchy,
  modelOf: (row: ExecutionRow) => ProcessModel,
): PresentedExecutions {
  const nesting = new Nesting(hierarchy, modelOf)
  for (const row of hierarchy.executions) nesting.add(row)
  nesting.refuseEndingBodies()
  return {
    executions: nesting.presented,
    ownerOf: (id) => (nesting.owners.has(id) ? (nesting.owners.get(id) ?? null) : id),
    placeOf: (id) => (nesting.places.has(id) ? placeId(id) : null),
    counts: nesting.counts,
  }
}

const placeId = (id: string): string => `place ${id}`

class Nesting {
  readonly presented: ExecutionRow[] = []
  readonly owners = new Map<string, string | null>()
  readonly places = new Set<string>()
  readonly counts = new Map<string, { active: number; completed: number }>()
  /** The token of each waiting event-based gateway, in the order of its events. */
  readonly #gateways = new Map<string, string[]>()
  readonly #passed = new Map<string, number>()
  readonly #byId: ReadonlyMap<string, ExecutionRow>
  readonly #parents: ReadonlySet<string | null>
  readonly #waitingForJob: ReadonlySet<string | null>
  /** Open activity instances by execution and activity. */
  readonly #activities: ReadonlyMap<string, string>
  readonly #modelOf: (row: ExecutionRow) => ProcessModel
  readonly #endedRuns: ReadonlySet<string>

  constructor({ executions, jobs, history, endedRuns }: Hierarchy, modelOf: (row: ExecutionRow) => ProcessModel) {
    this.#modelOf = modelOf
    this.#endedRuns = endedRuns
    this.#byId = new Map(executions.map((row) => [row.id_, row]))
    this.#parents = new Set(executions.map(({ parent_id_ }) => parent_id_))
    const continuations = jobs.filter(({ handler_type_ }) => handler_type_ === 'async-continuation')
    this.#waitingForJob = new Set(continuations.map(({ execution_id_ }) => execution_id_))
    const open = history.activities.filter(({ end_time_ }) => end_time_ === null)
    this.#activities = new Map(open.map(({ id_, execution_id_, act_id_ }) => [`${execution_id_} ${act_id_}`, id_]))
  }

  add(row: ExecutionRow): void {
    const parent = this.#byId.get(row.parent_id_ ?? '')
    if (parent === undefined) {
      this.#refuseConditionalStarts(row, this.#modelOf(row).id)
      this.presented.push({ ...row, act_id_: null, act_inst_id_: row.id_, is_scope_: true, is_concurrent_: false })
      return
    }
    const element = this.#indexOf(row).findElement(row.act_id_ ?? '')
    if (element === undefined)
      throw new Untranslatable('element-missing', `Expected an element ${row.act_id_}, but the model has none.`)
    refuseCondition(row, element)
    if (row.is_scope_) this.#refuseConditionalStarts(row, element.id)
    if (this.#isWaitingEvent(row, parent, element)) this.owners.set(row.id_, parent.id_)
    else if (row.is_event_scope_)
      throw new Untranslatable('flowable-compensation', `Execution ${row.id_} is kept for compensation.`)
    else if (parent.is_mi_root_ === true && this.#isEndedRun(row)) {
      this.owners.set(row.id_, null)
      this.#count(parent.id_, 'completed')
    } else {
      if (parent.is_mi_root_ === true) this.#count(parent.id_, 'active')
      const gateway = this.#findGateway(row, element)
      if (gateway !== null) this.#addGateway(row, gateway)
      else if (row.is_mi_root_ === true || row.is_scope_) this.#addScope(row)
      else this.#addToken(row, element.id)
    }
  }

  /** The next job of Flowable ends a body without open runs, or one whose condition may have become true. */
  refuseEndingBodies(): void {
    for (const [id, { active }] of this.counts) if (active === 0) throw refuseBody(id)
    for (const id of this.#endedRuns) {
      const run = this.#byId.get(id)
      const element = run === undefined ? undefined : this.#indexOf(run).findElement(run.act_id_ ?? '')
      if (element === undefined || !isActivity(element) || element.loop?.kind !== 'multi-instance') continue
      if (element.loop.completionCondition !== null) throw refuseBody(run?.parent_id_ ?? id)
    }
  }

  #indexOf(row: ExecutionRow): ModelIndex {
    return indexModel(this.#modelOf(row))
  }

  /** Flowable stores nothing for the conditional start event of an event sub-process. */
  #refuseConditionalStarts(row: ExecutionRow, scopeId: string): void {
    const index = this.#indexOf(row)
    for (const { id } of index.listEventSubProcesses(scopeId))
      for (const start of index.listStartEvents(id)) refuseCondition(row, start)
  }

  #isWaitingEvent(row: ExecutionRow, parent: ExecutionRow, element: FlowElement): boolean {
    return element.type === 'boundaryEvent'
      ? parent.act_id_ === element.attachedToId
      : element.type === 'startEvent' && row.is_event_scope_
  }

  #isEndedRun({ id_, is_active_ }: ExecutionRow): boolean {
    return !is_active_ && !this.#parents.has(id_) && !this.#waitingForJob.has(id_)
  }

  #count(bodyId: string, kind: 'active' | 'completed'): void {
    const counts = this.counts.get(bodyId) ?? { active: 0, completed: 0 }
    this.counts.set(bodyId, { ...counts, [kind]: counts[kind] + 1 })
  }

  /** Flowable's tokens wait at each event behind an event-based gateway, and not at the gateway. */
  #findGateway(row: ExecutionRow, { id, type }: FlowElement): string | null {
    if (type !== 'intermediateCatchEvent' && type !== 'receiveTask') return null
    const index = this.#indexOf(row)
    const sources = index.listIncoming(id).map(({ sourceId }) => sourceId)
    return sources.find((sourceId) => index.findElement(sourceId)?.type === 'eventBasedGateway') ?? null
  }

  /** The nth token at each event of a gateway belongs to the nth token of the gateway. */
  #addGateway(row: ExecutionRow, gatewayId: string): void {
    const place = `${row.parent_id_} ${gatewayId}`
    const passed = this.#passed.get(`${place} ${row.act_id_}`) ?? 0
    this.#passed.set(`${place} ${row.act_id_}`, passed + 1)
    const tokens = this.#gateways.get(place) ?? []
    this.#gateways.set(place, tokens)
    const token = tokens[passed]
    if (token !== undefined) {
      this.owners.set(row.id_, token)
      return
    }
    tokens.push(row.id_)
    this.#addToken(row, gatewayId)
  }

  /** Camunda has an execution above a scope, which holds its place among the tokens of the scope around it. */
  #addScope(row: ExecutionRow): void {
    const isBody = row.is_mi_root_ === true
    const place = placeId(row.id_)
    const activity = isBody ? null : (this.#activities.get(`${row.id_} ${row.act_id_}`) ?? row.id_)
    this.places.add(row.id_)
    this.presented.push(
      { ...row, id_: place, act_id_: null, act_inst_id_: activity, is_scope_: false, is_concurrent_: true },
      {
        ...row,
        parent_id_: place,
        act_id_: isBody ? `${row.act_id_}#multiInstanceBody` : row.act_id_,
        act_inst_id_: null,
        is_scope_: true,
        is_concurrent_: false,
      },
    )
  }

  #addToken(row: ExecutionRow, elementId: string): void {
    const activity = this.#activities.get(`${row.id_} ${elementId}`) ?? row.id_
    this.presented.push({
      ...row,
      act_id_: elementId,
      act_inst_id_: this.#waitingForJob.has(row.id_) ? null : activity,
      is_scope_: false,
      is_concurrent_: true,
    })
  }
}

/** Flowable evaluates conditions when a client asks for it, and stores no subscription. */
function refuseCondition({ id_ }: ExecutionRow, element: FlowElement): void {
  if (isEvent(element) && element.definitions.some(({ kind }) => kind === 'conditional'))
    throw new Untranslatable(
      'flowable-condition',
      `Execution ${id_} waits for the conditional event ${element.id}, for which Flowable stores no subscription.`,
    )
}

function refuseBody(id: string): Untranslatable {
  return new Untranslatable(
    'flowable-loop-end',
    `Execution ${id} is a multi-instance activity that may be about to end. Let its job run in the source first.`,
  )
}
