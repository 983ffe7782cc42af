import { parseXml } from '@millrace/xml'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import { listPlacesIn, replacePlaces, type TypedParameters, typedValue } from '../parameters.ts'
import { escapeXmlValue, writeXmlMembers } from '../xml-values.ts'
import type { BodyWriter } from './body.ts'

/**
 * A body of XML. Parameters are in texts and attributes, and their values are escaped. An object as the only content of
 * an element becomes the children of the element.
 */
export const xmlBody: BodyWriter = {
  places: ({ body }) => listPlacesIn([body]),
  filePlaces: () => [],
  fill: ({ body, types }, parameters) => {
    if (body.trim() === '') return null
    const template = body.trim()
    const content = replacePlaces(template, (name, at) => fillPlace(template, { name, at }, { parameters, types }))
    if (!parseXml(content).ok)
      throw new OutgoingFailure('Expected values that make an XML body that can be read, but they do not.', {
        isFinal: true,
      })
    return { content, type: 'application/xml', shown: content }
  },
  fault: ({ body }) => {
    const message = faultOf(body.trim())
    return message === null ? null : { where: 'body', message }
  },
}

function fillPlace(
  template: string,
  { name, at }: { readonly name: string; readonly at: number },
  given: TypedParameters,
): string {
  const value = typedValue(given, name)
  if (typeof value !== 'object' || value === null) return escapeXmlValue(value === null ? '' : String(value))
  // No attribute contains the sign <, so this is the only content of an element.
  const isContent = template[at - 1] === '>' && template[at + name.length + 2] === '<'
  return isContent && !Array.isArray(value) ? writeXmlMembers(value) : escapeXmlValue(JSON.stringify(value))
}

/** Sections in which nothing is escaped, up to their ends. */
const sections = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)/g

function faultOf(template: string): string | null {
  if (template === '') return null
  const read = parseXml(template)
  if (!read.ok) return 'Expected XML without document type and entities as the body, but it cannot be read.'
  const found = (template.match(sections) ?? []).find((section) => listPlacesIn([section]).length > 0)
  if (found !== undefined)
    return 'Expected parameters in texts and attributes of the XML, but one is in a comment, a CDATA section or an instruction.'
  const encoding = /^<\?xml[^>]*?encoding=["']([^"']*)/.exec(template)?.[1]
  return encoding === undefined || encoding.toLowerCase() === 'utf-8'
    ? null
    : 'Expected XML in UTF-8, but it declares another encoding.'
}
