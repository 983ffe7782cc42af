import type { XmlElement } from '@millrace/xml'
import type { LinkDefinition } from '../../model.ts'
import { textOf } from '../../vocabulary/read.ts'
import { naming } from '../../vocabulary/themes/general.ts'
import type { ReadContext } from '../context.ts'

/** Returns a link. Without a name of its own it takes that of its event. */
export function readLink(context: ReadContext, element: XmlElement): LinkDefinition {
  const name = textOf(element, naming.name) ?? (element.parent === null ? null : textOf(element.parent, naming.name))
  if (name === null || name === '') {
    context.report(
      element,
      'event.link',
      'Expected a link event to have a name, but it has none. Give both ends the same name.',
    )
  }
  return { kind: 'link', name: name ?? '' }
}
