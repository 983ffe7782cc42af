import { belongsTo, type ModdleElement } from '@millrace/bpmn/moddle'
import type { Connection, Element } from 'bpmn-js/lib/model/Types'
import type EventBus from 'diagram-js/lib/core/EventBus'

interface Copied {
  readonly parent?: ModdleElement
  readonly property?: unknown
  readonly propertyName?: string
}

interface Replaced {
  readonly context: { readonly newShape: Element & { readonly outgoing?: readonly Connection[] } }
}

interface Services {
  get(name: 'modeling'): { updateProperties(element: Connection, properties: object): void }
}

/**
 * An element that is changed into another kind keeps what the new kind has, and content of other vendors: a form does
 * not stay at a service task, nor conditions behind a gateway that does not read them. bpmn-js drops attributes alone,
 * and what other vendors have written, in copies as well.
 */
class DropForeign {
  static $inject = ['eventBus', 'injector']
  constructor(bus: EventBus, services: Services) {
    bus.on('moddleCopy.canCopyProperty', 2000, ({ parent, property, propertyName }: Copied) => {
      const holder = propertyName === 'values' ? parent?.$parent : propertyName === 'resources' ? parent : undefined
      if (parent === undefined || holder === undefined || !isElement(property)) return
      const before = propertyName === 'values' ? property.$parent?.$parent : property.$parent
      // What did not belong to the copied element either is as good in its copy.
      const belonged = before !== undefined && belongsTo(property, before.$type)
      if (belonged && !belongsTo(property, holder.$type)) return false
      // bpmn-js leaves out what it has no description of.
      return property.$descriptor?.isGeneric === true ? copyGeneric(property, parent) : undefined
    })
    bus.on('commandStack.shape.replace.postExecuted', ({ context: { newShape } }: Replaced) => {
      const { businessObject, outgoing = [] } = newShape
      if (!withoutConditions.has(businessObject.$type)) return
      for (const flow of outgoing)
        if (flow.businessObject.conditionExpression)
          services.get('modeling').updateProperties(flow, { conditionExpression: undefined })
    })
  }
}

/** Gateways that do not read the conditions of what leads out of them. */
const withoutConditions: ReadonlySet<string> = new Set(['bpmn:ParallelGateway', 'bpmn:EventBasedGateway'])

type Described = ModdleElement & { readonly $descriptor?: { readonly isGeneric?: boolean } }

function isElement(value: unknown): value is Described {
  return typeof value === 'object' && value !== null && '$type' in value
}

/** An element of a vendor as it is, with all that is in it, and another one around it. */
function copyGeneric(element: ModdleElement, $parent: ModdleElement): ModdleElement {
  const copy = Object.create(Object.getPrototypeOf(element), Object.getOwnPropertyDescriptors(element)) as ModdleElement
  copy.$parent = $parent
  return copy
}

export const dropForeign = { __init__: ['dropForeign'], dropForeign: ['type', DropForeign] }
