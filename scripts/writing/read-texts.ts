import type { SourceFile } from '../imports/list-imports.ts'

/** A text that people read, with the line where it begins. */
export interface WrittenText {
  readonly path: string
  readonly line: number
  readonly text: string
}

const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g
const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm
const docComment = /\/\*\*[\s\S]*?\*\//g
const code = /```[\s\S]*?```|`[^`\n]*`/g

/** Lists the string literals of a file of the message catalogue, without import paths and keys. */
export function listMessages({ path, text }: SourceFile): WrittenText[] {
  const uncommented = text.replaceAll(comment, blank)
  const lineOf = createLineOf(uncommented)
  return [...uncommented.matchAll(literal)]
    .filter(({ 0: found, index }) => !isNoMessage(uncommented, index, found))
    .map(({ 0: found, index }) => ({ path, line: lineOf(index), text: found.slice(1, -1).replaceAll('\\n', '\n') }))
}

/** Lists the doc comments of a source file, without stars and without code in backticks. */
export function listDocComments({ path, text }: SourceFile): WrittenText[] {
  const lineOf = createLineOf(text)
  return [...text.matchAll(docComment)].map(({ 0: found, index }) => ({
    path,
    line: lineOf(index),
    text: found.replaceAll(/^\s*\*/gm, '').replaceAll(code, blank),
  }))
}

/** Lists the paragraphs and table rows of a chapter of the guide, without code. */
export function listParagraphs({ path, text }: SourceFile): WrittenText[] {
  return text
    .replaceAll(code, blank)
    .split('\n')
    .map((line, index) => ({ path, line: index + 1, text: line }))
}

function isNoMessage(text: string, index: number, found: string): boolean {
  const after = text[index + found.length]
  return after === ':' || /(?:from|import) $/.test(text.slice(Math.max(0, index - 8), index))
}

function blank(found: string): string {
  return found.replaceAll(/[^\n]/g, ' ')
}

/** Returns a function that finds the line of a position by bisection, so that a file costs its length once. */
function createLineOf(text: string): (index: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (index) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] as number) <= index) low = middle
      else high = middle
    }
    return low + 1
  }
}
