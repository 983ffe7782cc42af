import type { Binding, CallActivity, ProcessModel, VariableMapping } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { type Definition, type DefinitionRef, getElement, listChildren, listStartEvents } from '../definition.ts'
import { NeedsMore, type PlainVariable } from '../outcome.ts'
import type { ElementInstance, ProcessInstance } from '../state/rows.ts'
import { fail, getDefinition, getElementInstance, getInstance, type Step, schedule } from '../step.ts'
import { evaluate, evaluateString, type Occasion, occasionOf } from '../steps/evaluate.ts'
import { startInstance } from '../steps/instances.ts'
import { complete } from '../steps/leave.ts'
import { readMappings } from '../steps/mappings.ts'
import { type Place, setLocalVariable, setPlain, setVariable } from '../steps/variables.ts'

/** Starts an instance of another process below this one and waits for its end. */
export const callActivity: Behavior<CallActivity> = {
  onEnter: (step, element, instance) => {
    const called = findCalled(step, element, instance)
    const id = step.newId()
    const { rootId, tenantId } = getInstance(step, instance.instanceId)
    if (element.instanceIdVariable !== null) setPlain(step, occasionOf(instance).place, element.instanceIdVariable, id)
    startInstance(step, {
      definition: called,
      id,
      rootId,
      businessKey: businessKeyOf(step, element, instance),
      variables: mapIn(step, element, instance),
      elementIds: [findNoneStart(called, instance)],
      caller: { elementId: instance.id, instanceId: instance.instanceId },
      tenantId: called.tenantId ?? tenantId,
    })
  },
  onCalledEnd: (step, _element, instance, called) => {
    passOutputs(step, called)
    schedule(step, instance.id, () => complete(step, getElementInstance(step, instance.id)))
  },
}

function findCalled(step: Step, element: CallActivity, instance: ElementInstance): Definition {
  const occasion = occasionOf(instance)
  const key = evaluateString(step, occasion, element.calledElement)
  if (key === null || key === '')
    fail(
      'engine.definition-missing',
      `Expected ${element.id} to name the process it calls, but “${element.calledElement?.text ?? ''}” gave nothing.`,
      { element: instance },
    )
  const ref = refFor(step, occasion, key, element.binding, element)
  const called = step.sources.process(ref)
  if (called === undefined) throw new NeedsMore({ kind: 'process', ref })
  if (called !== null) return called
  return fail(
    'engine.definition-missing',
    `Expected a deployed process “${key}” for ${element.id} to call, but there is none${ref.by === 'latest' ? '' : ` for its binding (${ref.by})`}. Deploy it and retry.`,
    {
      element: instance,
      detail: { calledElement: key, binding: ref.by },
    },
  )
}

/** The version that a call means, with its expressions evaluated. */
export function refFor(
  step: Step,
  occasion: Occasion,
  key: string,
  binding: Binding,
  element: { tenantId: CallActivity['tenantId'] },
): DefinitionRef {
  const definition = getDefinition(step, occasion.place.instanceId)
  const tenantId =
    element.tenantId === null
      ? getInstance(step, occasion.place.instanceId).tenantId
      : evaluateString(step, occasion, element.tenantId)
  switch (binding.kind) {
    case 'id':
      return { by: 'id', id: key }
    case 'deployment':
      return { by: 'deployment', key, deploymentId: definition.deploymentId }
    case 'version':
      return { by: 'version', key, version: Number(evaluate(step, occasion, binding.version)), tenantId }
    case 'versionTag':
      return { by: 'versionTag', key, versionTag: evaluateString(step, occasion, binding.versionTag) ?? '', tenantId }
    default:
      return { by: 'latest', key, tenantId }
  }
}

/** The start event that begins an instance which nothing particular starts. */
export function listNoneStarts(model: ProcessModel): string[] {
  const starts = listStartEvents(model, model.id).filter(({ definitions }) => definitions.length === 0)
  return starts.map(({ id }) => id)
}

function findNoneStart(called: Definition, instance: ElementInstance): string {
  const [first] = listNoneStarts(called.model)
  if (first !== undefined) return first
  const fallback = listChildren(called.model, called.model.id).find(
    (element) => element.incoming.length === 0 && element.type !== 'boundaryEvent' && element.type !== 'startEvent',
  )
  if (fallback !== undefined) return getElement(called, fallback.id).id
  return fail(
    'engine.definition-missing',
    `Expected a none start event in the called process ${called.key}, but it has none.`,
    { element: instance },
  )
}

function businessKeyOf(step: Step, element: CallActivity, instance: ElementInstance): string | null {
  const occasion = occasionOf(instance)
  const mapped = element.in.find((mapping) => mapping.kind === 'businessKey')
  if (mapped?.kind === 'businessKey') return evaluateString(step, occasion, mapped.expression)
  if (element.businessKey !== null) return evaluateString(step, occasion, element.businessKey)
  return element.inheritsBusinessKey ? getInstance(step, instance.instanceId).businessKey : null
}

function mapIn(step: Step, element: CallActivity, instance: ElementInstance): PlainVariable[] {
  const mappings: readonly VariableMapping[] = element.inheritsVariables
    ? [{ kind: 'all', local: false }, ...element.in]
    : element.in
  return readMappings(step, mappings, occasionOf(instance))
}

/** The out mappings of the call activity, from the called instance to the calling one. */
export function passOutputs(step: Step, called: ProcessInstance): void {
  if (called.callerElementId === null) return
  const instance = getElementInstance(step, called.callerElementId)
  const element = getElement(getDefinition(step, instance.instanceId), instance.elementId)
  if (element.type !== 'callActivity') return
  const inner: Occasion = {
    place: { scopeId: called.id, instanceId: called.id, elementInstanceId: null },
    elementId: getDefinition(step, called.id).model.id,
    element: null,
  }
  const place: Place = { scopeId: instance.id, instanceId: instance.instanceId, elementInstanceId: instance.id }
  for (const mapping of element.out) {
    for (const { name, value } of readMappings(step, [mapping], inner)) {
      if (mapping.kind !== 'businessKey' && mapping.local) setLocalVariable(step, place, instance.id, name, value)
      else setVariable(step, place, name, value)
    }
  }
}
