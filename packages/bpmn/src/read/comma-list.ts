/**
 * Splits a comma-separated list into trimmed parts, without empty ones. Commas inside `${…}` and `#{…}` do not
 * separate.
 */
export function splitCommaList(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '{' && (depth > 0 || /[$#]/.test(text.charAt(index - 1)))) depth++
    else if (character === '}' && depth > 0) depth--
    if (character === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else {
      part += character
    }
  }
  parts.push(part)
  return parts.map((one) => one.trim()).filter((one) => one !== '')
}
