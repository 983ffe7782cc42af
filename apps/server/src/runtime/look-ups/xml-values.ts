import { escapeText, parseXml, type XmlElement, type XmlLimits } from '@millrace/xml'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'

/*
 * XML as values: an element with attributes or children is an object, with `@name` for an attribute, the name of a
 * child for its value, a list where several children have one name, and `#text` for text beside them. Every other
 * element is its text. Namespaces and their declarations are left out, and `xsi:nil` is null.
 */

/** Reads XML, without entities and with limits. @throws OutgoingFailure where it cannot be read. */
export function readXmlValue(text: string, limits?: XmlLimits): Readonly<Record<string, unknown>> {
  const read = parseXml(text, limits)
  if (!read.ok)
    throw new OutgoingFailure('Expected XML without document type and entities, but it cannot be read.', final)
  return { [read.root.name]: toValue(read.root) }
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance'

function toValue({ attributes: all, children, text }: XmlElement): unknown {
  if (all.get(`{${instance}}nil`) === 'true') return null
  // Declarations of namespaces and types say nothing of the value.
  const attributes = [...all].filter(
    ([name]) => !name.startsWith('{http://www.w3.org/2000/xmlns/}') && !name.startsWith(`{${instance}}`),
  )
  if (attributes.length === 0 && children.length === 0) return text
  const value = new Map<string, unknown>()
  for (const [name, one] of attributes) value.set(`@${name.replace(/^\{[^}]*\}/, '')}`, one)
  for (const child of children) {
    const before = value.get(child.name)
    const own = toValue(child)
    if (!value.has(child.name)) value.set(child.name, own)
    else if (lists.has(before as object)) (before as unknown[]).push(own)
    else value.set(child.name, made([before, own]))
  }
  if (text.trim() !== '') value.set('#text', text)
  return Object.fromEntries(value)
}

/** The lists that were created from children with one name. */
const lists = new WeakSet<object>()

function made(list: unknown[]): unknown[] {
  lists.add(list)
  return list
}

/**
 * Writes an object with exactly one member, the root element, as XML.
 *
 * @throws OutgoingFailure for values that XML cannot represent.
 */
export function writeXmlValue(value: unknown): string {
  const [root, ...others] = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (root === undefined || others.length > 0 || Array.isArray(value) || Array.isArray(root[1]))
    throw new OutgoingFailure('Expected an object with one member, which is the root of the XML, but it is not.', final)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root[0], root[1], 0)}\n`
}

/** Writes the members of an object as the children of an element. @throws OutgoingFailure as `writeXmlValue`. */
export function writeXmlMembers(value: object): string {
  return Object.entries(value)
    .map(([name, one]) => writeElement(name, one, 1))
    .join('')
}

const maxDepth = 100
const xmlName = /^[\p{L}_][\p{L}\p{N}_.-]*$/u

function writeElement(name: string, value: unknown, depth: number): string {
  if (!xmlName.test(name))
    throw new OutgoingFailure(`Expected names that XML has, but one is “${name.slice(0, 80)}”.`, final)
  if (depth > maxDepth) throw new OutgoingFailure('Expected values that are nested less deeply.', final)
  if (Array.isArray(value)) return value.map((one) => writeElement(name, one, depth + 1)).join('')
  if (value === null || value === undefined) return `<${name}/>`
  if (typeof value !== 'object') return `<${name}>${escapeValue(String(value))}</${name}>`
  let attributes = ''
  let content = ''
  for (const [key, one] of Object.entries(value)) {
    if (key === '#text') content += escapeValue(String(one))
    else if (key.startsWith('@')) {
      if (!xmlName.test(key.slice(1)))
        throw new OutgoingFailure(`Expected names that XML has, but one is “${key.slice(0, 80)}”.`, final)
      attributes += ` ${key.slice(1)}="${escapeValue(String(one)).replaceAll('"', '&quot;')}"`
    } else content += writeElement(key, one, depth + 1)
  }
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
}

/** Escapes a value for a text or an attribute, and removes characters that XML 1.0 does not allow. */
export function escapeXmlValue(text: string): string {
  return escapeValue(text)
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Without characters that XML 1.0 has no place for. */
function escapeValue(text: string): string {
  return escapeText(text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''))
}

const final = { isFinal: true } as const
