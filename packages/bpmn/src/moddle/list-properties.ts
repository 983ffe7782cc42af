import { formalExpressions } from '../vocabulary/elements.ts'
import { type Theme, themes } from '../vocabulary/index.ts'
import { BPMN_URI } from '../vocabulary/namespaces.ts'
import type { Place, Property } from '../vocabulary/property.ts'
import { isVendorElement } from './describe-dialect.ts'
import { tagOf } from './moddle-element.ts'

export interface ThemedProperty {
  /** Properties of a theme belong together in a panel. */
  readonly theme: Theme
  readonly property: Property
}

/** Returns whether a property of BPMN is a child element whose text is a formal expression. */
export function isFormal({ place, value, name }: Property): boolean {
  return place === 'child' && (value === 'formal' || formal.has(name))
}

const formal: ReadonlySet<string> = new Set(formalExpressions)

const placesOfVendors: ReadonlySet<Place> = new Set(['part', 'partElement', 'child'])

/**
 * Lists the properties of an element type in the order of the vocabulary, with value, default and options of each:
 * enough to build a properties panel.
 *
 * @param type moddle's type of the element: `bpmn:UserTask`, `millrace:TaskListener`.
 */
export function listProperties(type: string): ThemedProperty[] {
  const { uri, name } = tagOf(type)
  const isMeant = ({ place, on }: Property) =>
    on.includes(name) &&
    (uri === BPMN_URI
      ? place !== 'partElement' && !(place === 'part' && isVendorElement(name))
      : placesOfVendors.has(place))
  return Object.entries(themes).flatMap(([theme, tables]) =>
    Object.values(tables).flatMap((table: Readonly<Record<string, Property>>) =>
      Object.values(table)
        .filter(isMeant)
        .map((property) => ({ theme: theme as Theme, property })),
    ),
  )
}

/**
 * Returns whether the text of an attribute looks like an expression in any dialect: `= amount`, `${amount}`,
 * `#{amount}`.
 */
export function isExpression(text: string): boolean {
  return /^\s*=|[$#]\{/.test(text)
}
