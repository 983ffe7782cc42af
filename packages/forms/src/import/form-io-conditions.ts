import { listOf, type NodeMaker, objectOf, type Source } from './node-maker.ts'

/**
 * Converts the visibility of a Form.io component to FEEL; undefined for always. Conditions that FEEL cannot express are
 * noted.
 */
export function conditionOf(source: Source, { at, maker }: { at: string; maker: NodeMaker }): string | undefined {
  const conditional = objectOf(source.conditional)
  const isShown = conditional.show === true || conditional.show === 'true'
  const isHidden = conditional.show === false || conditional.show === 'false'
  const simple =
    typeof conditional.when === 'string' && conditional.when !== ''
      ? [compare(conditional.when, 'isEqual', conditional.eq)]
      : []
  const listed = listOf(conditional.conditions).map(({ component, operator, value }) =>
    compare(component, operator, value),
  )
  const all = [...simple, ...listed]
  if (all.length === 0 || (!isShown && !isHidden)) return undefined
  const known = all.filter((one) => one !== null)
  if (known.length < all.length) {
    maker.leaveOut(`${at}.conditional`, 'This condition is not taken over. Write it as an expression of FEEL.')
    return undefined
  }
  const joined = known.join(conditional.conjunction === 'any' ? ' or ' : ' and ')
  return isShown ? `=${joined}` : `=not(${joined})`
}

const signs: Readonly<Record<string, string>> = {
  isEqual: '=',
  isNotEqual: '!=',
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
}

function compare(name: unknown, operator: unknown, value: unknown): string | null {
  if (typeof name !== 'string' || !/^[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{0,99}){0,5}$/.test(name)) return null
  if (operator === 'isEmpty') return `${name} = null`
  if (operator === 'isNotEmpty') return `${name} != null`
  const sign = Object.hasOwn(signs, String(operator)) ? signs[String(operator)] : undefined
  if (sign === undefined || value === null || typeof value === 'object' || value === undefined) return null
  return `${name} ${sign} ${literalOf(value)}`
}

/** Form.io keeps numbers and truths as texts too. */
function literalOf(value: unknown): string {
  const text = String(value)
  if (text === 'true' || text === 'false' || /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text)) return text
  return JSON.stringify(text)
}
