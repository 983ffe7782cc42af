import { vocabulary } from '../vocabulary/index.ts'
import { BPMN_URI } from '../vocabulary/namespaces.ts'
import { type ModdleElement, tagOf } from './moddle-element.ts'

/**
 * Returns whether an element may be directly in another one or in its extension elements, by the vocabulary. What the
 * vocabulary does not know, such as content of other vendors, may be anywhere.
 *
 * @param holder moddle's type of the element that would have it: `bpmn:UserTask`.
 */
export function belongsTo({ $type }: Pick<ModdleElement, '$type'>, holder: string): boolean {
  const { uri, name } = tagOf($type)
  const place = uri === BPMN_URI ? 'child' : 'extensionElement'
  const meant = vocabulary.filter((property) => property.place === place && property.tags.get(uri)?.includes(name))
  return meant.length === 0 || meant.some(({ on }) => on.includes(tagOf(holder).name))
}
