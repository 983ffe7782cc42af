import { escapeText, readStartTag, type XmlElement } from '@millrace/xml'
import { findNamespace, listPrefixes } from './values.ts'

/**
 * Returns the namespaces that a part of a file needs: those of prefixes that appear in it, and the default in any case.
 */
export function listNamespaces(element: XmlElement, xml: string): Map<string, string> {
  const prefixes = [...listPrefixes(element)].filter((prefix) => prefix !== '' && xml.includes(`${prefix}:`))
  return new Map(['', ...prefixes].map((prefix) => [prefix, findNamespace(element, prefix) ?? '']))
}

/** Lists the namespaces that are not declared in the same way at another position of a file. */
export function listMissing(
  place: XmlElement,
  namespaces: ReadonlyMap<string, string>,
): [prefix: string, uri: string][] {
  return [...namespaces].filter(([prefix, uri]) => (findNamespace(place, prefix) ?? '') !== uri)
}

/** Returns the text of an element with declarations for the given namespaces added, unless it has them already. */
export function declareIn(xml: string, namespaces: readonly (readonly [prefix: string, uri: string])[]): string {
  const tag = readStartTag(xml, 0)
  const taken = new Set(tag.attributes.map(({ name }) => name))
  const names = namespaces.map(([prefix, uri]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri] as const)
  const added = names.filter(([name]) => !taken.has(name)).map(([name, uri]) => ` ${name}="${escapeText(uri)}"`)
  if (added.length === 0) return xml
  const end = /^<[^\s/>]+/.exec(xml)?.[0].length ?? 0
  return `${xml.slice(0, end)}${added.join('')}${xml.slice(end)}`
}
