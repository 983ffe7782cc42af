import {
  blockTags,
  breakingTags,
  entities,
  frames,
  type HtmlTag,
  known,
  paragraphs,
  places,
  plainTags,
  skippedTags,
  synonyms,
  voidTags,
} from './html-tags.ts'
import { hasControlCharacters } from './markup.ts'

/** A node of allowed HTML: elements of a fixed list without attributes, except the target of links. */
export type HtmlNode = string | HtmlElement

export interface HtmlElement {
  readonly tag: HtmlTag
  /** For `a`: an address of http, https, mailto or tel. */
  readonly href?: string
  readonly children: readonly HtmlNode[]
}

export interface HtmlRead {
  readonly nodes: readonly HtmlNode[]
  /** Names of elements and attributes that could do something and were left out. Empty for harmless HTML. */
  readonly refused: readonly string[]
}

/**
 * Parses HTML from outside for forms, into a tree that React draws without setting HTML, in a few kB because browsers
 * load it. Mails have another parser, which allows styles and pictures and returns HTML. The result only has known
 * elements and text, and `printHtml` escapes all text: broken HTML affects the appearance, never security.
 */
export function parseHtml(html: string): HtmlRead {
  const builder = createBuilder()
  let skipped: string | null = null
  for (const [part, close, name = '', attributes = ''] of html.matchAll(tokens)) {
    const tag = name.toLowerCase()
    if (skipped !== null) {
      if (close === '/' && tag === skipped) skipped = null
    } else if (tag === '') {
      if (!part.startsWith('<!--') && !/^<[!?]/.test(part)) builder.addText(decodeEntities(part))
    } else if (close === '/') builder.close(findTag(tag))
    else if (skippedTags.has(tag)) {
      builder.refuse(tag)
      if (!attributes.endsWith('/')) skipped = tag
    } else builder.open(tag, attributes)
  }
  return builder.finish()
}

/** Serializes nodes as HTML, always the same for the same nodes. */
export function printHtml(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeHtml(node)
      const href = node.href === undefined ? '' : ` href="${escapeHtml(node.href)}"`
      return voidTags.has(node.tag) ? `<${node.tag}>` : `<${node.tag}${href}>${printHtml(node.children)}</${node.tag}>`
    })
    .join('')
}

/** Returns the text of HTML without elements; blocks are on separate lines. */
export function textOfHtml(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if (node.tag === 'br') return '\n'
      const inside = textOfHtml(node.children)
      return blockTags.has(node.tag) ? `${inside.trimEnd()}\n` : inside
    })
    .join('')
}

/** Returns an address that a link may lead to; null for any other, such as `javascript:`. */
export function findSafeHref(href: string): string | null {
  const trimmed = href.trim()
  if (trimmed.length > 2_000 || hasControlCharacters(trimmed) || /\s/.test(trimmed)) return null
  return /^(?:https?:\/\/[^/]|mailto:[^/]|tel:[+\d])/i.test(trimmed) ? trimmed : null
}

/**
 * Comments, declarations, elements, and text. What begins and does not end takes all that is left, so that nothing is
 * looked at twice.
 */
const tokens =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<(\/?)([a-z][a-z0-9-]*)(?![a-z0-9-])((?:[^"'>]|"[^"]*"|'[^']*')*)>|<\/?[a-z][\s\S]*|[^<]+|</gi

/** Deeper ones are left out: nobody writes them. */
const depthLimit = 30

interface OpenElement {
  readonly tag: HtmlTag | null
  readonly href?: string
  readonly children: HtmlNode[]
}

function createBuilder() {
  const root: OpenElement = { tag: null, children: [] }
  const stack: OpenElement[] = [root]
  const refused = new Set<string>()
  const top = () => stack.at(-1) ?? root
  const closeTop = () => {
    if (stack.length > 1) stack.pop()
  }
  const push = (tag: HtmlTag, href?: string) => {
    const element = { tag, ...(href === undefined ? {} : { href }), children: [] }
    top().children.push(element)
    if (!voidTags.has(tag)) stack.push(element)
  }
  return {
    refuse: (name: string) => void refused.add(name),
    addText(text: string) {
      if (frames.has(top().tag ?? '')) {
        if (text.trim() === '') return
        while (frames.has(top().tag ?? '')) closeTop()
      }
      top().children.push(text)
    },
    open(name: string, attributes: string) {
      const tag = findTag(name)
      const href = readAttributes(tag, attributes, refused)
      if (tag === null) {
        if (!plainTags.has(name)) refused.add(name)
        return
      }
      if (tag === 'a' && (href === null || stack.some((open) => open.tag === 'a'))) return
      if (breakingTags.has(tag)) {
        const at = stack.findIndex((open) => paragraphs.has(open.tag ?? ''))
        if (at > 0) stack.length = at
      }
      if (!makePlace(tag) || stack.length > depthLimit) return
      push(tag, tag === 'a' ? (href ?? undefined) : undefined)
    },
    close(tag: HtmlTag | null) {
      const at = tag === null ? -1 : stack.findLastIndex((open) => open.tag === tag)
      if (at > 0) stack.length = at
    },
    finish: (): HtmlRead => ({ nodes: root.children as HtmlNode[], refused: [...refused] }),
  }

  /** Ends what the element cannot be in, and begins what it has to. False where it has no place. */
  function makePlace(tag: HtmlTag): boolean {
    const around = places[tag]
    if (around === undefined) {
      while (frames.has(top().tag ?? '')) closeTop()
      return true
    }
    if (tag === 'tr' && top().tag === 'table') push('tbody')
    const at = stack.findLastIndex((open) => around.includes(open.tag ?? ''))
    if (at <= 0) return false
    stack.length = at + 1
    return true
  }
}

function findTag(name: string): HtmlTag | null {
  if (known.has(name)) return name as HtmlTag
  return Object.hasOwn(synonyms, name) ? (synonyms[name] ?? null) : null
}

/** Reads the target of a link; null for none. Attributes that could execute code are reported. */
function readAttributes(tag: HtmlTag | null, attributes: string, refused: Set<string>): string | null {
  if (attributes.length > attributesLimit) {
    refused.add('attributes')
    return null
  }
  let href: string | null = null
  for (const [, name = '', double, single, bare] of attributes.matchAll(attributeTokens)) {
    const lower = name.toLowerCase()
    if (tag === 'a' && lower === 'href') {
      href = findSafeHref(decodeEntities(double ?? single ?? bare ?? ''))
      if (href === null) refused.add('href')
    } else if (/^on|^style$|src|^href$|^action$|^formaction$|^xlink|^data$|^srcdoc$/.test(lower)) refused.add(lower)
  }
  return href
}

const attributesLimit = 5_000
const attributeTokens = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hexadecimal, name) => {
    if (typeof name === 'string') return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole
    const point = decimal === undefined ? Number.parseInt(String(hexadecimal), 16) : Number(decimal)
    const isCharacter = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
    const character = isCharacter ? String.fromCodePoint(point) : ''
    return hasControlCharacters(character) ? '' : character
  })
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
