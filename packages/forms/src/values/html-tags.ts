/** The HTML elements that are allowed, and the elements in which they may occur. */

/** The HTML elements that are allowed. */
export type HtmlTag =
  | 'p'
  | 'h3'
  | 'h4'
  | 'ul'
  | 'ol'
  | 'li'
  | 'blockquote'
  | 'pre'
  | 'hr'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'strong'
  | 'em'
  | 'u'
  | 's'
  | 'code'
  | 'sub'
  | 'sup'
  | 'a'
  | 'br'

export const known: ReadonlySet<string> = new Set([
  ...['p', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['strong', 'em', 'u', 's', 'code', 'sub', 'sup', 'a', 'br'],
])
export const voidTags: ReadonlySet<string> = new Set(['br', 'hr'])
export const blockTags: ReadonlySet<string> = new Set([
  'p',
  'h3',
  'h4',
  'li',
  'blockquote',
  'pre',
  'tr',
  'hr',
  'ul',
  'ol',
])
/** Tags that begin a block, and so end a paragraph or heading. */
export const breakingTags: ReadonlySet<string> = new Set([
  'p',
  'h3',
  'h4',
  'ul',
  'ol',
  'blockquote',
  'pre',
  'table',
  'hr',
])
export const paragraphs: ReadonlySet<string> = new Set(['p', 'h3', 'h4', 'pre'])
/** Elements that contain only other elements, not text. */
export const frames: ReadonlySet<string> = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr'])
/** The allowed parents of elements that only exist inside certain others. */
export const places: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'],
  thead: ['table'],
  tbody: ['table'],
  tr: ['thead', 'tbody'],
  th: ['tr'],
  td: ['tr'],
}

/** Tags that are removed with their content. */
export const skippedTags: ReadonlySet<string> = new Set([
  ...['script', 'style', 'iframe', 'object', 'embed', 'applet', 'template', 'noscript', 'title', 'textarea', 'select'],
  ...['svg', 'math', 'xmp', 'noembed', 'noframes', 'plaintext', 'frameset', 'audio', 'video', 'canvas'],
])

/** Tags that are silently removed, because they only affect the appearance. */
export const plainTags: ReadonlySet<string> = new Set([
  ...[
    'div',
    'span',
    'font',
    'section',
    'article',
    'main',
    'header',
    'footer',
    'center',
    'small',
    'big',
    'mark',
    'html',
  ],
  ...['body', 'abbr', 'cite', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'caption', 'tfoot', 'colgroup', 'col', 'wbr'],
])

export const synonyms: Readonly<Record<string, HtmlTag>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  ins: 'u',
  h1: 'h3',
  h2: 'h3',
  h5: 'h4',
  h6: 'h4',
  kbd: 'code',
  samp: 'code',
}

/** Character entities by name. */
export const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  euro: '€',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
}
