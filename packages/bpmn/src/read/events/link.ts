import type { LinkDefinition } from '../../model.ts'
import { attribute, type XmlElement } from '../../xml/element.ts'
import type { ReadContext } from '../context.ts'

/** A link. Without a name of its own it takes that of its event. */
export function readLink(context: ReadContext, element: XmlElement): LinkDefinition {
  const name = attribute(element, 'name') ?? (element.parent === null ? null : attribute(element.parent, 'name'))
  if (name === null || name === '') {
    context.report(
      element,
      'event.link',
      'Expected a link event to have a name, but it has none. Give both ends the same name.',
    )
  }
  return { kind: 'link', name: name ?? '' }
}
