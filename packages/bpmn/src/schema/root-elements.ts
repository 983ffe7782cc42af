import type { XmlElement } from '@millrace/xml'
import { rulesOf } from '../dialects/index.ts'
import type { PlacedFinding } from '../read/context.ts'
import { identifierOf, listChildren, textOf } from '../vocabulary/read.ts'
import * as events from '../vocabulary/themes/event-definitions.ts'
import { naming } from '../vocabulary/themes/general.ts'
import type { DefinitionsInput } from './definitions-check.ts'

/**
 * Checks that signals and errors are complete, and that no two signals share a name. Messages are checked where they
 * are used.
 */
export function* checkRootElements({ root, dialect }: DefinitionsInput): Iterable<PlacedFinding> {
  const names = new Set<string>()
  for (const signal of listChildren(root, 'signal')) {
    yield* checkId(signal)
    yield* checkSignal(signal, names)
  }
  for (const kind of ['error', 'escalation']) {
    for (const element of listChildren(root, kind)) yield* checkId(element)
  }
  if (!rulesOf({ dialect }).errorsNeedCodes) return
  for (const error of listChildren(root, 'error')) {
    if (textOf(error, events.error.errorCode) !== '') continue
    const message = `Expected error “${identifierOf(error)}” to have a code, but it is empty. Write the code.`
    yield { code: 'event.error-code', element: error, elementId: identifierOf(error), message }
  }
}

function* checkId(element: XmlElement): Iterable<PlacedFinding> {
  if (identifierOf(element) !== null) return
  const message = `Expected this ${element.name} to have an id, because events refer to it, but it has none. Add one.`
  yield { code: 'bpmn.id-missing', element, elementId: null, message }
}

function* checkSignal(signal: XmlElement, names: Set<string>): Iterable<PlacedFinding> {
  const elementId = identifierOf(signal)
  const name = textOf(signal, naming.name) ?? ''
  const scope = textOf(signal, events.signal.scope)
  if (name === '') {
    const message = `Expected signal “${elementId}” to have a name, but it has none. Name it.`
    yield { code: 'bpmn.name-missing', element: signal, elementId, message }
  } else if (names.has(name)) {
    const message = `Expected each signal to have a different name, but two have the name “${name}”. Let both events refer to one signal.`
    yield { code: 'bpmn.name-duplicate', element: signal, elementId, message }
  }
  names.add(name)
  if (scope !== null && !events.signal.scope.options.includes(scope)) {
    const message = `Expected the scope of signal “${elementId}” to be global or processInstance, but found “${scope}”.`
    yield { code: 'bpmn.value-invalid', element: signal, elementId, message }
  }
}
