/** The spellings of a name for different purposes. */
export interface Names {
  /** `cost-centre`: files and addresses. */
  readonly kebab: string
  /** `costCentre`: functions, values and elements of BPMN. */
  readonly camel: string
  /** `CostCentre`: types and components. */
  readonly pascal: string
  /** `cost_centre`: tables. */
  readonly snake: string
  /** `cost centre`: prose. */
  readonly words: string
  /** `Cost centre`: titles and the beginning of sentences. */
  readonly title: string
}

/**
 * Returns the spellings of a name. Null when it is not written like a file name: lower case, words joined by hyphens.
 */
export function readNames(name: string): Names | null {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return null
  const parts = name.split('-')
  const pascal = parts.map(capitalise).join('')
  const words = parts.join(' ')
  return {
    kebab: name,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake: parts.join('_'),
    words,
    title: capitalise(words),
  }
}

/** Returns the plural of a name: `category` becomes `categories`, `box` becomes `boxes`. */
export function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}

/** Returns `a` or `an` by the sound of the words: an order, a user, a unit. */
export function articleOf(words: string): 'a' | 'an' {
  return /^(?!us|uni|eu|one)[aeiou]/.test(words) ? 'an' : 'a'
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
