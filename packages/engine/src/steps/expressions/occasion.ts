import type { HostObject } from '@millrace/expressions'
import type { ElementInstance } from '../../state/rows.ts'
import type { Place } from '../variables/variables.ts'

/** The occasion of an evaluation: its element and scope. */
export interface Occasion {
  readonly place: Place
  /** The element that it belongs to, for messages and for `execution`. */
  readonly elementId: string
  readonly element: ElementInstance | null
  /** The value of `execution.eventName` for a listener: `start`, `end`, `create`, … */
  readonly eventName?: string
  /** Objects that the expression can use in addition to `execution`, such as `task`. Created at the first use. */
  readonly objects?: Readonly<Record<string, () => HostObject>>
  /** Names that only this evaluation sees, before the variables. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** Whether the expression sees all variables; false: only those of `extra`. */
  readonly seesVariables?: boolean
}

export function occasionOf(element: ElementInstance, more: Partial<Occasion> = {}): Occasion {
  const place = { scopeId: element.id, instanceId: element.instanceId, elementInstanceId: element.id }
  return { place, elementId: element.elementId, element, ...more }
}

/** Returns the position that an incident about an evaluation reports. */
export function failurePlace({ element, elementId, place: { instanceId } }: Occasion): FailurePlace {
  return element === null ? { elementId, instanceId } : { element, elementId, instanceId }
}

interface FailurePlace {
  readonly element?: ElementInstance
  readonly elementId: string
  readonly instanceId: string
}
