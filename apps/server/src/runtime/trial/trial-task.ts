import { type ProcessModel, readBpmn } from '@millrace/bpmn'
import type { BudgetValues } from '@millrace/contract'
import { type DmnModel, parseDmn } from '@millrace/dmn'
import {
  createDefinition,
  type DecisionDefinition,
  type Definition,
  type DefinitionRef,
  findDifference,
  type Need,
  runTrial,
  type Sources,
  type TrialExpectation,
  type TrialPlace,
  type TrialResult,
  type TrialStep,
} from '@millrace/engine'
import type { TaskContext } from '../../platform/threads/serve-tasks.ts'
import { type LookedUp, sourcesFor } from '../definitions/sources.ts'
import { questionOf } from '../threads/decide-task.ts'
import { askDefinition, threadDefinitions } from '../threads/thread-definitions.ts'

/** A process or decision as it is designed, for a trial. */
export interface TrialFile {
  readonly key: string
  readonly xml: string
}

/** A process, as its file or as an already parsed model. */
export type TrialProcess = TrialFile | { readonly key: string; readonly models: readonly ProcessModel[] }

/** A decision of a trial, as its file or as an already parsed model. */
export type TrialDecision = TrialFile | { readonly key: string; readonly model: DmnModel }

export interface TrialTask {
  readonly workplaceId: string
  /** The processes of the application. */
  readonly files: readonly TrialProcess[]
  /** Decisions of the application, which have priority over deployed ones. */
  readonly decisions: readonly TrialDecision[]
  /** The key of the process that is tried. */
  readonly key: string
  readonly trials: readonly TrialOrder[]
  readonly lookedUp: LookedUp
  readonly zone: string
  readonly budgets: BudgetValues
}

export interface TrialOrder {
  readonly steps: readonly TrialStep[]
  readonly show: TrialPlace | null
  /** The expected result; null when the user looks at the result. */
  readonly expected: TrialExpectation | null
}

export interface TestVerdict {
  readonly difference: string | null
  readonly passed: readonly string[]
}

export interface Start {
  readonly element: string
  readonly name: string | null
  readonly isPlain: boolean
}

export type TrialAnswer =
  | {
      readonly kind: 'done'
      /** The results of trials without an expectation. */
      readonly results: readonly TrialResult[]
      /** The verdicts of trials with an expectation. */
      readonly verdicts: readonly TestVerdict[]
      readonly starts: readonly Start[]
      /** Elements and flows of the process. */
      readonly total: number
    }
  | { readonly kind: 'needs'; readonly need: Need }
  /** There is no such process in the file. */
  | { readonly kind: 'unreadable'; readonly message: string }

/** Reads the processes of an application and tries one of them, several times. For a thread. */
export async function tryInThread(task: TrialTask, context: TaskContext): Promise<TrialAnswer> {
  const { workplaceId, key, trials, lookedUp, zone, budgets } = task
  const read = createReader(task, context)
  const { definition, fault } = read(key)
  if (definition === null) return { kind: 'unreadable', message: fault ?? 'There is no process in it.' }
  const kept = sourcesFor({ definitions: threadDefinitions }, workplaceId, lookedUp)
  const readDecision = createDecisionReader(task, context)
  const sources: Sources = {
    ...kept,
    process: (ref) => read(keyOf(ref)).definition,
    decision: (ref) => readDecision(keyOf(ref)) ?? kept.decision(ref),
    isClosed: (kind, ref) =>
      kind === 'process' || readDecision(keyOf(ref)) !== null ? false : kept.isClosed?.(kind, ref),
    resource: () => null,
  }
  const results: TrialResult[] = []
  const verdicts: TestVerdict[] = []
  for (const { steps, show, expected } of trials) {
    for (;;) {
      const outcome = runTrial({ definition, steps, show, sources, zone, budgets, mark: context.place.mark })
      if (outcome.kind === 'needs') {
        const question = questionOf(lookedUp, outcome.need)
        if (question !== null && (await askDefinition(context, workplaceId, question))) continue
        return outcome
      }
      const { result } = outcome
      if (expected === null) results.push(result)
      else verdicts.push({ difference: findDifference(result, expected), passed: result.passed })
      break
    }
  }
  const { elements, flows, id } = definition.model
  const starts = Object.values(elements).flatMap((element) =>
    element.type === 'startEvent' && element.scopeId === id
      ? [{ element: element.id, name: element.name, isPlain: element.definitions.length === 0 }]
      : [],
  )
  const total = Object.keys(elements).length + Object.keys(flows).length
  return { kind: 'done', results, verdicts, starts, total }
}

/**
 * Reads the decisions of the application when one is asked for: each file may have several. Null: none has this key.
 */
function createDecisionReader(
  { decisions, budgets }: TrialTask,
  { place }: TaskContext,
): (key: string) => DecisionDefinition | null {
  const readXml = (xml: string) => {
    const parsed = parseDmn(xml, limitsOf(budgets))
    return parsed.ok ? parsed.model : null
  }
  let known: Map<string, DecisionDefinition> | null = null
  const readAll = () => {
    const library = decisions.flatMap((decision) => {
      place.mark(decision.key)
      return ('model' in decision ? decision.model : readXml(decision.xml)) ?? []
    })
    const all = new Map<string, DecisionDefinition>()
    for (const own of library) {
      const model = { ...own, library }
      for (const { id } of own.decisions) all.set(id, { id: `trial:${id}`, key: id, version: 1, model })
    }
    return all
  }
  return (key) => {
    known ??= readAll()
    return known.get(key) ?? null
  }
}

function limitsOf(budgets: BudgetValues) {
  return {
    maxLength: budgets.modelLength,
    maxElements: budgets.modelNodes,
    maxAttributes: budgets.modelAttributes,
  }
}

/** Reads a process when something asks for it. Null: there is none of this key, or it cannot be read. */
function createReader(
  { files, budgets }: TrialTask,
  { place }: TaskContext,
): (key: string) => { definition: Definition | null; fault: string | null } {
  const limits = limitsOf(budgets)
  const readXml = (xml: string) => {
    const read = readBpmn(xml, limits)
    if (read.ok) return { processes: read.document.processes, fault: null }
    return { processes: read.processes, fault: read.problems[0]?.message ?? null }
  }
  const known = new Map<string, { definition: Definition | null; fault: string | null }>()
  const readFile = (key: string) => {
    const file = files.find((one) => one.key === key)
    if (file === undefined) return { definition: null, fault: null }
    place.mark(key)
    const { processes, fault } = 'models' in file ? { processes: file.models, fault: null } : readXml(file.xml)
    const model = processes.find(({ id }) => id === key) ?? processes.find(({ isExecutable }) => isExecutable)
    if (model === undefined) return { definition: null, fault }
    const parts = { version: 1, deploymentId: 'trial', tenantId: null }
    return { definition: createDefinition({ id: `trial:${key}`, key: model.id, ...parts, model }), fault: null }
  }
  return (key) => {
    const found = known.get(key) ?? readFile(key)
    known.set(key, found)
    return found
  }
}

/** Returns the key of a definition without a version, because a trial has one version only. */
function keyOf(ref: DefinitionRef): string {
  return ref.by === 'id' ? ref.id.replace(/^trial:/, '') : ref.key
}
