import {
  attribute,
  escapeText,
  findContent,
  localName,
  parseXml,
  readStartTag,
  type TextEdit,
  walk,
  writeEdits,
} from '@millrace/xml'
import { isBpmn } from '../vocabulary/read.ts'
import { indexElements } from './find-losses.ts'

/**
 * Returns a file in which each step lists its flows as `incoming` and `outgoing`. BPMN makes these lists optional, but
 * programs that arrange diagrams need them. Do not store the result.
 */
export function linkSteps(xml: string): string {
  const parsed = parseXml(xml)
  if (!parsed.ok) return xml
  const { byId } = indexElements(parsed.root)
  const named = new Map<string, Set<string>>()
  for (const flow of walk(parsed.root)) {
    const id = attribute(flow, 'id')
    if (!isBpmn(flow, 'sequenceFlow') || id === null) continue
    for (const [end, name] of [
      ['sourceRef', 'outgoing'],
      ['targetRef', 'incoming'],
    ] as const) {
      const step = byId.get(localName(attribute(flow, end) ?? ''))
      if (step?.children.some((child) => isBpmn(child, name) && localName(child.text) === id)) continue
      const key = step === undefined ? null : attribute(step, 'id')
      if (key !== null) named.set(key, (named.get(key) ?? new Set()).add(`${name} ${id}`))
    }
  }
  return writeEdits(
    xml,
    [...named].flatMap(([id, links]) => insertLinks(xml, byId.get(id)?.offset, [...links])),
  )
}

function insertLinks(xml: string, offset: number | undefined, links: readonly string[]): TextEdit[] {
  if (offset === undefined) return []
  const { prefix } = readStartTag(xml, offset)
  const { from, isClosed, tagName } = findContent(xml, offset)
  const content = links
    .map((link) => link.split(' '))
    .map(([name = '', flow = '']) => `<${prefix}${name}>${escapeText(flow)}</${prefix}${name}>`)
    .join('')
  if (!isClosed) return [{ from, to: from, text: content }]
  return [{ from: from - 2, to: from, text: `>${content}</${tagName}>` }]
}
