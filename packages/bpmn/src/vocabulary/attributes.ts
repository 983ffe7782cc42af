import { vocabulary } from './index.ts'
import type { Place, Property } from './property.ts'

const bpmnAttributes = indexByElement(['attribute'])
const vendorAttributes = indexByElement(['extension', 'part'])

/** Returns the attributes of an element in BPMN 2.0, by name. Undefined for an element that cannot run. */
export function findBpmnAttributes(element: string): ReadonlyMap<string, Property> | undefined {
  return bpmnAttributes.get(element)
}

/** Returns the attributes that vendors give an element, by our name for them. */
export function findVendorAttributes(element: string): ReadonlyMap<string, Property> | undefined {
  return vendorAttributes.get(element)
}

function indexByElement(places: readonly Place[]): Map<string, Map<string, Property>> {
  const index = new Map<string, Map<string, Property>>()
  for (const property of vocabulary.filter(({ place }) => places.includes(place))) {
    for (const element of property.on) {
      const properties = index.get(element) ?? new Map<string, Property>()
      index.set(element, properties.set(property.name, property))
    }
  }
  return index
}
