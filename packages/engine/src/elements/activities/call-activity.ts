import type { CallActivity, VariableMapping } from '@millrace/bpmn'
import { nameElement } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import type { Definition } from '../../definition.ts'
import { exceed } from '../../fail-budget.ts'
import { NeedsMore, type PlainVariable } from '../../outcome.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { emit, fail, findCalledInstance, getElementInstance, getInstance, type Step, schedule } from '../../step.ts'
import { isClosed, refFor } from '../../steps/expressions/definition-ref.ts'
import { runDelegate } from '../../steps/expressions/delegate.ts'
import { evaluateString } from '../../steps/expressions/evaluate.ts'
import { occasionOf } from '../../steps/expressions/occasion.ts'
import { listFirstOfProcess } from '../../steps/instances/first-elements.ts'
import { startInstance } from '../../steps/instances/start-instance.ts'
import { toTitle } from '../../steps/instances/titles.ts'
import { cancelInstance } from '../../steps/life/cancel.ts'
import { complete } from '../../steps/life/leave.ts'
import { readMappings } from '../../steps/variables/mappings.ts'
import { passOutputs } from '../../steps/variables/pass-outputs.ts'
import { setPlain, variablesOf } from '../../steps/variables/variables.ts'

/** A call activity: starts an instance of another process and waits for its end. */
export const callActivity: Behavior<CallActivity> = {
  onEnter: (step, element, instance) => {
    checkCallDepth(step, instance)
    const called = findCalled(step, element, instance)
    const id = step.newId()
    const { rootId, tenantId, caseInstanceId = null } = getInstance(step, instance.instanceId)
    startInstance(step, {
      definition: called,
      id,
      rootId,
      businessKey: businessKeyOf(step, element, instance),
      caseInstanceId,
      variables: mapIn(step, element, instance),
      elementIds: findFirst(called, instance),
      caller: { elementId: instance.id, instanceId: instance.instanceId },
      tenantId: called.tenantId ?? tenantId,
    })
    nameCalled(step, element, instance, id)
    const idVariable = evaluateString(step, occasionOf(instance), element.instanceIdVariable)
    if (idVariable) setPlain(step, occasionOf(instance).place, idVariable, id)
  },
  onInterrupt: (step, _element, instance) => {
    const called = findCalledInstance(step, instance)
    if (called !== undefined) cancelInstance(step, called)
  },
  onCalledEnd: (step, _element, instance, called) => {
    passOutputs(step, called)
    schedule(step, instance.id, () => complete(step, getElementInstance(step, instance.id)))
  },
  hasExecution: () => true,
}

/** Flowable, `CallActivityBehavior`: the name is asked of the called instance with its variables; without one it fails. */
function nameCalled(step: Step, { id: elementId, instanceName }: CallActivity, instance: ElementInstance, id: string) {
  if (instanceName === null) return
  const place = { scopeId: id, instanceId: id, elementInstanceId: null }
  const title = evaluateString(step, { place, elementId, element: instance }, instanceName)
  if (title === null)
    fail(
      'engine.expression-failed',
      `Expected ${elementId} to give the process that it calls a name, but “${instanceName.text}” gave nothing. Change the expression or the variables that it reads.`,
      { element: instance },
    )
  emit(step, { type: 'instanceChanged', id, patch: { title: toTitle(title) } })
}

/** Processes that call themselves would call without end. */
function checkCallDepth(step: Step, element: ElementInstance): void {
  let depth = 0
  let around: string | null = element.instanceId
  while (around !== null) {
    depth += 1
    around = step.state.instances.get(around)?.callerInstanceId ?? null
  }
  if (depth > step.budgets.callDepth) exceed(step, 'callDepth', `${depth}`, { element })
}

function findCalled(step: Step, element: CallActivity, instance: ElementInstance): Definition {
  if (element.isCase)
    fail(
      'engine.not-supported',
      `Expected ${nameElement(element)} to call a process, but it calls the case “${element.calledElement?.text ?? ''}”, and cases are not supported. Call a process instead.`,
      { element: instance },
    )
  const occasion = occasionOf(instance)
  const key = evaluateString(step, occasion, element.calledElement)
  if (key === null || key === '')
    fail(
      'engine.definition-missing',
      `Expected ${nameElement(element)} to name the process it calls, but “${element.calledElement?.text ?? ''}” gave nothing.`,
      { element: instance },
    )
  const ref = refFor(step, occasion, key, element)
  const called = step.sources.process(ref)
  if (called === undefined) throw new NeedsMore({ kind: 'process', ref })
  if (called !== null) {
    if (isClosed(step, 'process', ref))
      fail(
        'engine.definition-missing',
        `Expected a process “${key}” that ${nameElement(element)} can call, but it is suspended: an operator has said so, or it has left its application. Activate it, or deploy it again, and retry.`,
        { element: instance, detail: { calledElement: key, binding: ref.by } },
      )
    return called
  }
  return fail(
    'engine.definition-missing',
    `Expected a deployed process “${key}” for ${nameElement(element)} to call, but there is none${ref.by === 'latest' ? '' : ` for its binding (${ref.by})`}. Deploy it and retry.`,
    { element: instance, detail: { calledElement: key, binding: ref.by } },
  )
}

function findFirst(called: Definition, instance: ElementInstance): string[] {
  const first = listFirstOfProcess(called)
  if (first.length > 0) return first
  return fail(
    'engine.definition-missing',
    `Expected a none start event in the called process ${called.key}, but it has none.`,
    { element: instance },
  )
}

function businessKeyOf(step: Step, element: CallActivity, instance: ElementInstance): string | null {
  const occasion = occasionOf(instance)
  const mapped = element.in.find((mapping) => mapping.kind === 'businessKey')
  if (mapped !== undefined) return evaluateString(step, occasion, mapped.expression)
  if (element.businessKey !== null) return evaluateString(step, occasion, element.businessKey)
  return element.inheritsBusinessKey ? getInstance(step, instance.instanceId).businessKey : null
}

/** What a mapping delegate gives, when one is bound, is a map of further variables. */
function mapIn(step: Step, element: CallActivity, instance: ElementInstance): PlainVariable[] {
  const occasion = occasionOf(instance)
  const delegated = element.mappingDelegate === null ? null : runDelegate(step, occasion, element.mappingDelegate)
  const mappings: readonly VariableMapping[] = element.inheritsVariables
    ? [{ kind: 'all', local: false }, ...element.in]
    : element.in
  return [...readMappings(step, mappings, occasion), ...variablesOf(delegated)]
}
