import type { Delegate, ExecutionListener, Implementation, ProcessModel, TaskListener } from './model.ts'

/** A reference of a model to Java code: a class, or a bean such as `${archive}`. */
export interface JavaName {
  readonly elementId: string
  readonly name: string
}

/** Lists the Java classes and beans that a model wants to run, in document order. */
export function listJavaNames(model: ProcessModel): JavaName[] {
  return [
    ...listOfListeners(model.id, model.listeners),
    ...Object.values(model.flows).flatMap(({ id, listeners }) => listOfListeners(id, listeners)),
    ...Object.values(model.elements).flatMap((element) => [
      ...listOfListeners(element.id, element.listeners),
      ...('taskListeners' in element ? listOfListeners(element.id, element.taskListeners) : []),
      ...('implementation' in element ? listOfOne(element.id, element.implementation) : []),
      ...('mappingDelegate' in element ? listOfOne(element.id, element.mappingDelegate) : []),
      ...('definitions' in element
        ? element.definitions.flatMap((definition) =>
            definition.kind === 'message' ? listOfOne(element.id, definition.implementation) : [],
          )
        : []),
    ]),
  ]
}

function listOfListeners(id: string, listeners: readonly (ExecutionListener | TaskListener)[]): JavaName[] {
  return listeners.flatMap(({ run }) => listOfOne(id, run))
}

function listOfOne(elementId: string, code: Delegate | Implementation | null): JavaName[] {
  if (code === null || (code.kind !== 'class' && code.kind !== 'delegateExpression')) return []
  return [{ elementId, name: code.kind === 'class' ? code.name : code.expression.text }]
}
