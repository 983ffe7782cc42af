import { findFormIoMember } from './form-io-names.ts'
import { listOf, type NodeMaker, objectOf, type Source } from './node-maker.ts'
import { nameFrom, type SourceMember, type SourceNames } from './source-names.ts'

interface ConditionPlace {
  readonly at: string
  readonly maker: NodeMaker
  /** The names that the condition sees. */
  readonly names: SourceNames
}

/**
 * Converts the visibility of a Form.io component to FEEL; undefined for always. Conditions that FEEL cannot express are
 * noted.
 */
export function conditionOf(source: Source, place: ConditionPlace): string | undefined {
  const { at, maker } = place
  if (typeof source.customConditional === 'string' && source.customConditional.trim() !== '')
    maker.leaveOut(`${at}.customConditional`, javaScript)
  const conditional = objectOf(source.conditional)
  if (Object.keys(objectOf(conditional.json)).length > 0)
    maker.leaveOutAll(
      `${at}.conditional.json`,
      'Conditions of JSONLogic are not imported. Write them as an expression of FEEL.',
    )
  const isShown = conditional.show === undefined || String(conditional.show) === 'true'
  const { when } = conditional
  const listed = listOf(conditional.conditions).filter(({ component }) => textOf(component))
  // Where both are given, the list counts.
  const isListed = conditional.conjunction !== undefined && Array.isArray(conditional.conditions)
  if (isListed ? listed.length === 0 : typeof when !== 'string' || when === '') return undefined
  if (
    !isListed &&
    conditional.show !== true &&
    conditional.show !== false &&
    !['true', 'false'].includes(String(conditional.show))
  )
    return undefined
  const conditions = isListed
    ? listed.map(({ component, operator, value }) =>
        compare(String(component), { operator: String(operator), value }, place),
      )
    : [compare(String(when), { operator: 'when', value: conditional.eq }, place)]
  const known = conditions.filter((one) => one !== null)
  if (known.length < conditions.length) {
    maker.leaveOut(`${at}.conditional`, 'This condition is not imported. Write it as an expression of FEEL.')
    return undefined
  }
  const joined = known
    .map((one) => (known.length > 1 ? `(${one})` : one))
    .join(conditional.conjunction === 'any' ? ' or ' : ' and ')
  // What has no answer is not fulfilled.
  return isShown ? `=${joined}` : `=if ${joined} then false else true`
}

export const javaScript = 'JavaScript is not imported. Write it as an expression of FEEL.'

interface Test {
  readonly operator: string
  readonly value: unknown
}

/** Compares a component with a value; null where FEEL cannot. */
function compare(path: string, { operator, value }: Test, { names }: ConditionPlace): string | null {
  const found = findFormIoMember(names, path)
  const name = found === null ? null : nameFrom(names, found)
  if (found === null || name === null || found.member.inner !== null) return null
  const kind = kindOf(found.member)
  if (kind === null) return null
  switch (operator) {
    case 'when':
    case 'isEqual':
      return equals(name, kind, value, operator === 'when')
    case 'isNotEqual': {
      const equal = equals(name, kind, value, false)
      return equal === null ? null : `if ${equal} then false else true`
    }
    case 'isEmpty':
      return kind === 'flag' ? `${name} = false` : `${name} = null`
    case 'isNotEmpty':
      return kind === 'flag' ? `${name} = true` : `${name} != null`
    case 'greaterThan':
    case 'greaterThanOrEqual':
    case 'lessThan':
    case 'lessThanOrEqual': {
      const limit = numberOf(value)
      // Only numbers are greater or less than something there.
      return kind !== 'number' || limit === null ? 'false' : `${name} ${signs[operator]} ${limit}`
    }
    case 'includes':
    case 'notIncludes': {
      const text = String(value ?? '')
      if (kind !== 'text' && kind !== 'texts') return null
      const has = kind === 'text' ? `contains(${name}, ${quote(text)})` : `list contains(${name}, ${quote(text)})`
      return operator === 'includes' ? has : `if ${has} then false else true`
    }
    case 'startsWith':
    case 'endsWith': {
      if (kind !== 'text') return null
      return `${operator === 'startsWith' ? 'starts with' : 'ends with'}(${name}, ${quote(String(value ?? ''))})`
    }
    default:
      return null
  }
}

const signs = { greaterThan: '>', greaterThanOrEqual: '>=', lessThan: '<', lessThanOrEqual: '<=' } as const

type Kind = 'text' | 'number' | 'flag' | 'texts' | 'boxes'

function kindOf({ type, source }: SourceMember): Kind | null {
  switch (type) {
    case 'number':
    case 'currency':
      return 'number'
    case 'checkbox':
      return 'flag'
    case 'check-list':
      return 'boxes'
    case 'multi-select':
      return 'texts'
    case 'text':
    case 'textarea':
    case 'email':
    case 'url':
    case 'phone':
    case 'masked':
    case 'radio':
    case 'select':
      return source.multiple === true && type !== 'select' ? null : 'text'
    default:
      return null
  }
}

/** `isLoose`: both are compared as texts. */
function equals(name: string, kind: Kind, value: unknown, isLoose: boolean): string | null {
  if (value !== null && typeof value === 'object') return null
  const text = String(value ?? '')
  switch (kind) {
    case 'text':
      if (value === undefined || value === null || text === '') return `${name} = null`
      return typeof value === 'string' || isLoose ? `${name} = ${quote(text)}` : null
    case 'number': {
      const number = numberOf(value)
      // As a text, 5 is not `5.0`.
      const isOther = isLoose && typeof value === 'string' && value !== String(Number(value))
      return number === null || isOther ? 'false' : `${name} = ${number}`
    }
    case 'flag':
      return text === 'true' || text === 'false' ? `${name} = ${text}` : 'false'
    case 'boxes':
      return `list contains(${name}, ${quote(text)})`
    case 'texts':
      return isLoose ? `list contains(${name}, ${quote(text)})` : null
  }
}

function numberOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? text : null
}

function quote(text: string): string {
  return JSON.stringify(text)
}

function textOf(raw: unknown): string | undefined {
  return typeof raw === 'string' && raw !== '' ? raw : undefined
}
