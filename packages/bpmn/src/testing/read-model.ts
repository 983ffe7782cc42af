import type { FlowElement, ProcessModel } from '../model.ts'
import { readBpmn } from '../read-bpmn.ts'

/**
 * Returns the first process of a readable file, for tests.
 *
 * @throws Error with all problems of the file.
 */
export function readModel(xml: string): ProcessModel {
  const result = readBpmn(xml)
  if (!result.ok) throw new Error(result.problems.map(({ code, message }) => `${code}: ${message}`).join('\n'))
  const [model] = result.document.processes
  if (model === undefined) throw new Error('Expected a process in the file, but there is none.')
  return model
}

/** Returns an element of a file that must have the given type, for tests. */
export function readElement<T extends FlowElement['type']>(
  xml: string,
  type: T,
  id: string = type,
): FlowElement & { type: T } {
  const element = readModel(xml).elements[id]
  if (element?.type !== type) throw new Error(`Expected a ${type} “${id}”, but found ${element?.type}.`)
  return element as FlowElement & { type: T }
}

/** Lists the errors of a file as `code element`, in the order in which they are reported, for tests. */
export function listErrors(xml: string): string[] {
  const result = readBpmn(xml)
  return result.ok ? [] : present(result.problems.filter(({ severity }) => severity === 'error'))
}

/** Lists the warnings of a file as `code element`, for tests. */
export function listWarnings(xml: string): string[] {
  const result = readBpmn(xml)
  return present(
    result.ok ? result.document.warnings : result.problems.filter(({ severity }) => severity === 'warning'),
  )
}

function present(problems: readonly { code: string; elementId: string | null }[]): string[] {
  return problems.map(({ code, elementId }) => (elementId === null ? code : `${code} ${elementId}`))
}
