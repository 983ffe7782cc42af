import { feelOf, type NodeMaker, type Source, textOf } from './node-maker.ts'

/** Returns a text that users read, without the expressions that it may contain. */
export function readText(raw: unknown, at: string, maker: NodeMaker): string | undefined {
  const text = textOf(raw)
  if (text === undefined) return undefined
  if (feelOf(text) !== undefined) {
    maker.leaveOut(at, 'A text cannot be an expression.')
    return undefined
  }
  if (!text.includes('{{')) return text
  maker.leaveOut(at, 'Expressions in a text are not imported. The text has “…” instead.')
  return textOf(text.replace(/\{\{[^{}]*\}\}/g, '…')) ?? '…'
}

/** Returns the label of a component: its text, else its key, its path or its type. */
export function labelOf(source: Source, { at, maker }: { readonly at: string; readonly maker: NodeMaker }): string {
  const { type } = source
  const names = type === 'datetime' ? ['dateLabel', 'timeLabel', 'label'] : ['label']
  for (const name of names) {
    const text = readText(source[name], `${at}.${name}`, maker)
    if (text !== undefined) return text
  }
  return textOf(source.key) ?? textOf(source.path) ?? textOf(type) ?? '?'
}
