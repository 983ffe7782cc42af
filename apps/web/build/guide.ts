import { Marked, Renderer, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { GuideSection, GuideText } from '../src/features/guide/guide-text.ts'

const chapter = /[\\/]docs[\\/]guide[\\/][^/\\]+\.md(?:\?(title|headings|sections))?$/

/**
 * Turns a chapter of `docs/guide` into a module when the application is built, so that the browser needs no Markdown
 * parser. With `?title`, `?headings` or `?sections` the module only has these, for the contents and the search.
 */
export function guide(): Plugin {
  return {
    name: 'guide',
    enforce: 'pre',
    transform: {
      filter: { id: chapter },
      handler(source, id) {
        if (!/^# .+$/m.test(source)) this.error(`Expected ${id} to begin with a title ("# …"), but it does not.`)
        const text = readGuide(source)
        const [, part] = chapter.exec(id) ?? []
        const names =
          part === undefined
            ? (['title', 'html', 'sections'] as const)
            : ([part] as ('title' | 'headings' | 'sections')[])
        return {
          code: names.map((name) => `export const ${name} = ${JSON.stringify(text[name])}`).join('\n'),
          map: null,
        }
      },
    },
  }
}

export function readGuide(source: string): GuideText & { readonly headings: number } {
  const title = /^# (.+)$/m.exec(source)?.[1] ?? ''
  const tokens = marked.lexer(source.replace(/^# .+\n/m, ''))
  const sections = splitSections(title, tokens)
  const headings = sections.filter(({ level }) => level === 2).length
  return { title, html: marked.parser(tokens), headings, sections }
}

const marked = new Marked()
const plain = new Renderer()

marked.use({
  renderer: {
    /** Chapters link to each other, to pages of the product and to other places; files of the project are only named. */
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens)
      const other = /^([\w-]+)\.md(#.*)?$/.exec(href)
      if (other !== null) return `<a href="/help/guide/${other[1]}${other[2] ?? ''}">${text}</a>`
      if (/^(#|\/(?!\/))/.test(href)) return `<a href="${escapeHtml(href)}">${text}</a>`
      return /^https?:/.test(href) ? `<a href="${escapeHtml(href)}" target="_blank" rel="noopener">${text}</a>` : text
    },
    image: () => '',
    /** Whoever writes `<b>` means the characters. */
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    heading({ tokens, depth, text }: Tokens.Heading) {
      return `<h${depth} id="${toAnchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    // What is wider than the page scrolls by itself, by keyboard too.
    table(token: Tokens.Table) {
      plain.parser = this.parser
      return `${openWide(token.header.map(({ text }) => text).join(', '))}${plain.table(token)}</div>\n`
    },
    code: ({ text }: Tokens.Code) => `${openWide('Example')}<pre>${escapeHtml(text)}</pre></div>\n`,
  },
})

function openWide(label: string): string {
  return `<div class="wide" tabindex="0" role="group" aria-label="${escapeHtml(label)}">`
}

function splitSections(title: string, tokens: readonly { type: string; raw: string }[]): GuideSection[] {
  const sections: { anchor: string | null; title: string; level: number; text: string }[] = [
    { anchor: null, title, level: 1, text: '' },
  ]
  for (const token of tokens) {
    const last = sections.at(-1)
    if (token.type === 'heading') {
      const { text, depth } = token as Tokens.Heading
      sections.push({ anchor: toAnchor(text), title: toWords(text), level: depth, text: '' })
    } else if (last !== undefined) last.text = `${last.text} ${toWords(token.raw)}`.trim()
  }
  return sections
}

function toWords(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[|\s:-]+$/gm, '')
    .replaceAll(/[`*|]|^(?:#+|-|\d+\.) /gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** As GitHub makes it too. */
function toAnchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
