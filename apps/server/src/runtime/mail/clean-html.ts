import sanitizeHtml from 'sanitize-html'
import { splitPlaceholders } from './placeholders.ts'

/**
 * Cleans HTML for mails: removes scripts, style sheets, forms, frames and addresses that execute code. Forms have a
 * stricter parser, `parseHtml`, whose result the browser draws as a tree without attributes. Placeholders stay
 * unchanged where text or attribute values may be.
 */
export function cleanHtml(html: string): string {
  const placeholders: string[] = []
  // Apart, for an expression may have signs that HTML reads: `${a < b}`.
  const marked = splitPlaceholders(html.replaceAll(markSigns, ''))
    .map(({ kind, text }) => (kind === 'text' ? text : `\uE000${placeholders.push(decode(text)) - 1}\uE001`))
    .join('')
  return sanitizeHtml(marked, allowed).replaceAll(/\uE000(\d+)\uE001/g, (_, index: string) =>
    encode(placeholders[Number(index)] ?? ''),
  )
}

/** Escapes a text for HTML, including attributes. */
export function encode(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** Unescapes HTML text: only entities that `encode` and editors write. */
export function decode(html: string): string {
  return html.replaceAll(/&(amp|lt|gt|quot|#39|apos|nbsp);/g, (entity, name: string) => texts[name] ?? entity)
}

/** Converts HTML to plain text, line by line, for mail programs that show no HTML. */
export function toPlainText(html: string): string {
  const broken = writeLinks(html)
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|h[1-6]|li|tr|table|blockquote|pre)>|<hr\s*\/?>/g, '\n')
    .replaceAll(/<li>/g, '- ')
    .replaceAll(/<\/t[dh]>/g, '\t')
  const text = decode(sanitizeHtml(broken, { allowedTags: [], allowedAttributes: {} }))
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Puts the address behind the text of each link. */
function writeLinks(html: string): string {
  let written = ''
  let at = 0
  let open: { readonly href: string; readonly from: number } | null = null
  for (const { index, 0: tag, 1: href } of html.matchAll(/<a href="([^"]*)"[^<>]*>|<\/a>/g)) {
    if (open === null && href !== undefined) {
      written += html.slice(at, index)
      at = index + tag.length
      open = { href, from: at }
    } else if (open !== null && href === undefined) {
      const text = html.slice(open.from, index)
      written += open.href === '' || text.includes(open.href) ? text : `${text} (${open.href})`
      at = index + tag.length
      open = null
    }
  }
  return written + html.slice(at)
}

/** Where placeholders are while the HTML is cleaned: for private use, so nobody means anything by them. */
const markSigns = /[\uE000\uE001]/g

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const texts: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
  nbsp: '\u00A0',
}

const size = [/^\d{1,4}(?:\.\d{1,2})?(?:px|em|rem|%|pt)$/]
const colour = [/^#[0-9a-f]{3,8}$/i, /^[a-z]{3,20}$/i, /^rgba?\([\d\s,.%]{1,40}\)$/i]

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'a', 'img', 'ul', 'ol', 'li'],
    ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
  ],
  allowedAttributes: {
    '*': ['style', 'dir', 'lang'],
    a: ['href', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan', 'align', 'valign'],
    th: ['colspan', 'rowspan', 'align', 'valign', 'scope'],
    table: ['width', 'border', 'cellpadding', 'cellspacing', 'role'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'cid'] },
  allowProtocolRelative: false,
  allowedStyles: {
    '*': {
      color: colour,
      'background-color': colour,
      'text-align': [/^(?:left|right|center|justify)$/],
      'font-size': size,
      'font-weight': [/^(?:normal|bold|[1-9]00)$/],
      'font-style': [/^(?:normal|italic)$/],
      'text-decoration': [/^(?:none|underline|line-through)$/],
      padding: size,
      margin: size,
      width: size,
    },
  },
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'xml'],
  enforceHtmlBoundary: false,
  nestingLimit: 50,
}
