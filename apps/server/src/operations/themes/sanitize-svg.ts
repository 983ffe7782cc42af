import { defaultLimits, scanXml, type XmlAttribute, type XmlFault, type XmlTag } from '@millrace/xml'
import { attributes, elements, linkedElements } from './svg-allow-list.ts'

/** The error that makes a file an invalid SVG picture. Its message ends a sentence for the user. */
export class SvgFault extends Error {
  override readonly name = 'SvgFault'
}

/**
 * Rewrites an SVG picture with only those elements and attributes that draw (`svg-allow-list.ts`). It removes scripts,
 * style sheets, event handlers, animations, other embedded languages, and all references to anything outside of the
 * file.
 *
 * @throws SvgFault when it is not well-formed, declares entities or is too deep.
 */
export function sanitizeSvg(bytes: Buffer): string {
  const picture = createWriter()
  const fault = scanXml(decode(bytes), picture, { limits, allowPlainDoctype: true })
  if (fault !== null) throw new SvgFault(describe(fault))
  return picture.end()
}

const svgNamespace = 'http://www.w3.org/2000/svg'
const xlinkNamespace = 'http://www.w3.org/1999/xlink'

/** Deeper pictures do not occur, and recursion in a browser has limits. */
const limits = { ...defaultLimits, maxDepth: 100 }

function describe({ kind, detail }: XmlFault): string {
  switch (kind) {
    case 'malformed':
      return `it is not well-formed (${detail}).`
    case 'doctype':
      return 'it declares entities of its own. Save it without them.'
    case 'too-deep':
      return `its elements lie more than ${limits.maxDepth} deep in each other.`
    case 'too-large':
    case 'too-many-elements':
    case 'too-many-attributes':
      return 'it is too large.'
    default:
      return kind satisfies never
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SvgFault('it is not in UTF-8. Save it in that encoding.')
  }
}

function createWriter() {
  const parts: string[] = []
  /** Names of the open elements; null for those that are left out. */
  const opened: (string | null)[] = []
  const ids: (string | null)[] = []
  /** Open elements with an id that hold a `use`: to use them again would multiply what is drawn. */
  const multiplying = new Set<string>()
  const used = new Set<string>()
  let skippedAt: number | null = null

  return {
    open(tag: XmlTag) {
      if (opened.length === 0 && (tag.name !== 'svg' || tag.uri !== svgNamespace))
        throw new SvgFault('its first element is not svg of the SVG namespace.')
      const isLeftOut = skippedAt !== null || tag.uri !== svgNamespace || !elements.has(tag.name)
      if (isLeftOut) {
        skippedAt ??= opened.length
        opened.push(null)
        return
      }
      const kept = tag.attributes.flatMap((attribute) => keepAttribute(tag.name, attribute))
      const own = new Map(kept)
      parts.push(`<${tag.name}`, opened.length === 0 ? ` xmlns="${svgNamespace}"` : '')
      for (const [name, value] of kept) parts.push(` ${name}="${escapeXml(value)}"`)
      parts.push('>')
      if (tag.name === 'use') {
        used.add(own.get('href')?.slice(1) ?? '')
        for (const id of ids) if (id !== null) multiplying.add(id)
      }
      opened.push(tag.name)
      ids.push(own.get('id') ?? null)
    },
    text(content: string) {
      if (skippedAt === null && opened.length > 0) parts.push(escapeXml(content))
    },
    close() {
      const name = opened.pop()
      if (name !== null && name !== undefined) {
        parts.push(`</${name}>`)
        ids.pop()
      }
      if (skippedAt === opened.length) skippedAt = null
    },
    end() {
      if ([...used].some((id) => multiplying.has(id)))
        throw new SvgFault('a part of it that is used again uses others again. Save it without nested references.')
      return parts.join('')
    },
  }
}

function keepAttribute(element: string, { local, prefix, uri, value }: XmlAttribute): [string, string][] {
  const isLink = local === 'href' && (prefix === '' || uri === xlinkNamespace)
  if (isLink) return linkedElements.has(element) && /^#[\w.-]+$/.test(value) ? [['href', value]] : []
  if (prefix !== '') return []
  if (local === 'style') {
    const style = keepDeclarations(value)
    return style === '' ? [] : [['style', style]]
  }
  return attributes.has(local) && isHarmless(value) ? [[local, value]] : []
}

/** Declarations of the same properties that may be attributes. */
function keepDeclarations(style: string): string {
  return style
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim()))
    .filter(
      ([name = '', value = '', ...more]) =>
        more.length === 0 && value !== '' && attributes.has(name.toLowerCase()) && isHarmless(value),
    )
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ')
}

/** References only to a part of the same file; nothing that hides by escapes or comments of CSS. */
function isHarmless(value: string): boolean {
  const rest = value.replaceAll(/url\(\s*(["']?)#[\w.-]+\1\s*\)/gi, '')
  return !/[\\<>&]|\/\*|@|url\s*\(|src\s*\(|image\s*\(|image-set|expression|javascript:|data:/i.test(rest)
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
