/** A piece of HTML: markup from the model, or a value as text that is not escaped yet. */
export interface HtmlPiece {
  readonly isValue: boolean
  readonly text: string
}

/**
 * Returns the HTML of a model with inserted values. Values are escaped, so that they cannot end an attribute or begin
 * an element. An address that contains a value is removed unless it is a web or mail address; `tel:`, `cid:` and `#`
 * are only allowed in the text of the model.
 */
export function fillHtml(pieces: readonly HtmlPiece[]): string {
  const writer = createWriter()
  for (const { isValue, text } of pieces) {
    if (isValue) writer.addValue(text)
    else for (const sign of text) writer.addSign(sign)
  }
  return writer.end()
}

/** Attributes whose value is an address. */
const addresses: ReadonlySet<string> = new Set(
  'href xlink:href src srcset action formaction background poster cite data ping'.split(' '),
)

interface Attribute {
  readonly name: string
  /** The text of the model before the first value. */
  own: string
  /** As it is written, and as it is read. */
  html: string
  text: string
  hasValue: boolean
}

type Place = 'text' | 'tag' | 'before-value' | 'quoted' | 'bare'

/** Follows where in the HTML it is, sign by sign. */
function createWriter() {
  const written: string[] = []
  let place: Place = 'text'
  let name = ''
  let isNameOver = false
  let quote = ''
  let attribute: Attribute | null = null

  const open = (next: 'quoted' | 'bare') => {
    place = next
    attribute = { name: name.toLowerCase(), own: '', html: '', text: '', hasValue: false }
  }
  const add = (html: string, text: string) => {
    if (attribute === null) return
    attribute.html += html
    attribute.text += text
    if (!attribute.hasValue) attribute.own += text
  }
  const close = (next: 'text' | 'tag') => {
    const isKept = attribute === null || !attribute.hasValue || !addresses.has(attribute.name) || isHarmless(attribute)
    if (attribute !== null && isKept) written.push(attribute.html)
    attribute = null
    name = ''
    place = next
  }
  const readTag = (sign: string) => {
    if (sign === '>') place = 'text'
    else if (sign === '=') place = 'before-value'
    else if (/[\s/]/.test(sign)) isNameOver = true
    else {
      name = isNameOver ? sign : name + sign
      isNameOver = false
    }
  }
  /** Whether the sign is a part of an attribute, which is written at its end. */
  const readAttribute = (sign: string): boolean => {
    if (place === 'before-value' && !/[\s>"']/.test(sign)) open('bare')
    const isEnd = place === 'quoted' ? sign === quote : /[\s>]/.test(sign)
    if ((place === 'quoted' || place === 'bare') && !isEnd) {
      add(sign, sign)
      return true
    }
    if (place === 'before-value' && /["']/.test(sign)) {
      quote = sign
      open('quoted')
    } else if (place !== 'before-value' || sign === '>') close(sign === '>' && place !== 'quoted' ? 'text' : 'tag')
    return false
  }

  return {
    addSign: (sign: string) => {
      if (place === 'text' && sign === '<') {
        place = 'tag'
        name = ''
        isNameOver = true
      } else if (place === 'tag') readTag(sign)
      else if (place !== 'text' && readAttribute(sign)) return
      written.push(sign)
    },
    addValue: (value: string) => {
      if (place === 'before-value') open('bare')
      const html = place === 'tag' || place === 'bare' ? escapeBare(value) : escapeHtml(value)
      if (attribute === null) {
        written.push(html)
        return
      }
      attribute.hasValue = true
      add(html, value)
    },
    end: () => {
      close('text')
      return written.join('')
    },
  }
}

function isHarmless({ own, text }: Attribute): boolean {
  // Browsers skip these signs in front of a scheme and within it.
  const address = text.replaceAll(/[\p{Cc}\s]/gu, '').toLowerCase()
  return /^(?:https?:|mailto:)/.test(address) || /^\s*(?:tel:|cid:|#)/i.test(own)
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Where no quotation marks are around it, a blank would end it. */
function escapeBare(text: string): string {
  return escapeHtml(text).replaceAll(/[\s=`/]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
