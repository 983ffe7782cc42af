import { parseSync, Visitor } from 'vite'
import type { SourceFile } from '../imports/list-imports.ts'

/** A regular expression in the sources of the product. */
export interface FoundPattern {
  readonly path: string
  readonly line: number
  /** A literal as it is written, `/a+/g`. Of one that is put together at run time, the call: `new RegExp(source)`. */
  readonly text: string
  /** Null when it is put together at run time. */
  readonly literal: { readonly source: string; readonly flags: string } | null
}

export function listPatterns({ path, text }: SourceFile): FoundPattern[] {
  const found: FoundPattern[] = []
  const add = (start: number, end: number, literal: FoundPattern['literal']) => {
    const line = text.slice(0, start).split('\n').length
    found.push({ path, line, text: text.slice(start, end).replaceAll(/\s+/g, ' '), literal })
  }
  const addCall = ({ callee, start, end }: { callee: { type: string }; start: number; end: number }) => {
    if ('name' in callee && callee.name === 'RegExp') add(start, end, null)
  }
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) add(node.start, node.end, { source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: addCall,
    CallExpression: addCall,
  }).visit(parseSync(path, text).program)
  return found
}
