import { isFieldKey } from '../document/field-key.ts'
import { code, flag, words } from '../document/properties.ts'
import type { Props, PropsOf } from '../document/property.ts'
import type { FieldDefinition } from './field-definition.ts'
import { findNamedConflict, type Named, namedProps, namingField } from './people.ts'

const longestKey = 50
const maxPairs = 30
const name = /^[A-Za-z_][\p{L}\p{M}\p{N}_]*$/u

/** `name=field`: a name of the adapter's, and the key of a field. */
const pairs = () =>
  words(maxPairs, (word) => {
    const pair = splitPair(word)
    return pair !== null && name.test(pair.name) && isFieldKey(pair.field) ? null : 'texts such as country=countryField'
  })

const column = () => code(longestKey, (raw) => (name.test(raw) ? null : 'a column of the adapter'))

const props = {
  ...namedProps,
  /** The key of the adapter. */
  adapter: code(longestKey, (raw) => (/^[\p{L}\p{M}\p{N}_-]+$/u.test(raw) ? null : 'the key of an adapter')),
  /** The column whose values are chosen; the first when not given. */
  valueColumn: column(),
  /** The column that people read; that of the values when not given. */
  labelColumn: column(),
  /** Parameters of the adapter, each with a field in the same row or around it that has its value. */
  parameters: pairs(),
  /** Columns of the chosen row, each with a field in the same row or around it that gets its value. */
  fills: pairs(),
  /** Whether the server queries the adapter again when the form is sent, and refuses rows that it no longer returns. */
  strict: flag(),
}

type LookUpProps = typeof props

/** Creates a field for one or several rows of an adapter, by the values of a column. */
export function lookUpField(): FieldDefinition<LookUpProps, Named> {
  return { ...namingField('look-up', props), findConflict }
}

export interface Pair {
  /** A parameter or a column of the adapter. */
  readonly name: string
  /** The key of a field. */
  readonly field: string
}

/** Lists the pairs in `parameters` or `fills` of a field; empty when it has none. */
export function listPairs(from: Props, which: 'parameters' | 'fills'): readonly Pair[] {
  const given = from[which]
  return Array.isArray(given) ? (given as string[]).flatMap((word) => splitPair(word) ?? []) : []
}

function splitPair(word: string): Pair | null {
  const at = word.indexOf('=')
  return at < 1 ? null : { name: word.slice(0, at).trim(), field: word.slice(at + 1).trim() }
}

function findConflict(given: PropsOf<LookUpProps>): string | null {
  if (given.adapter === undefined) return 'the key of the adapter that is asked'
  const parameters = listPairs(given, 'parameters').map((pair) => pair.name)
  if (new Set(parameters).size !== parameters.length) return 'each parameter once'
  if (given.several === true && listPairs(given, 'fills').length > 0) return 'fills only where one row is chosen'
  // The choice would go as soon as it is made.
  const asked = listPairs(given, 'parameters').map(({ field }) => field)
  if (listPairs(given, 'fills').some(({ field }) => asked.includes(field)))
    return 'fills into fields that are no parameters'
  return findNamedConflict(given)
}
