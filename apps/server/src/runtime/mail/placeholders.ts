/** A piece of a text: plain text, or a placeholder with its braces, such as `${amount}`. */
export type Piece = { readonly kind: 'text' | 'placeholder'; readonly text: string }

/**
 * Splits a text at its placeholders. A placeholder ends at its own brace; braces in quotes or other braces belong to
 * its expression. One without an end extends to the end of the text, and the expression language refuses it.
 */
export function splitPlaceholders(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let at = text.indexOf('${'); at >= 0; at = text.indexOf('${', from)) {
    const end = findEnd(text, at + 2)
    if (at > from) pieces.push({ kind: 'text', text: text.slice(from, at) })
    pieces.push({ kind: 'placeholder', text: text.slice(at, end) })
    from = end
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

function findEnd(text: string, from: number): number {
  let depth = 1
  let quote: string | null = null
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === '\\') at++
    else if (quote !== null) quote = sign === quote ? null : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return text.length
}
