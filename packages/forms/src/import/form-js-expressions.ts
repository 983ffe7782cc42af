import { listReferences, type Reference } from '@millrace/expressions/feel'
import { objectOf } from './node-maker.ts'
import { findMember, nameFrom, rootOf, rowOf, type SourceMember, type SourceNames } from './source-names.ts'

export type Rewritten =
  | {
      readonly ok: true
      readonly source: string
      /** Fields in it that may be hidden themselves. */
      readonly hideable: readonly string[]
    }
  /** Why the expression cannot be kept, as a sentence. */
  | { readonly ok: false; readonly message: string }

/**
 * Rewrites an expression of form-js, without its `=`, for a position in our document. In form-js, plain names only mean
 * fields of the form; `this` is the row and `parent` the enclosing row. Empty fields are empty texts or lists in
 * form-js, and null here.
 */
export function rewriteFormJs(source: string, place: SourceNames): Rewritten {
  const references = listReferences(source, listNames(place))
  if (references === null)
    return { ok: false, message: 'This expression has an error, or uses syntax that is not known.' }
  const hideable = new Set<string>()
  let rewritten = ''
  let end = 0
  for (const reference of references) {
    const replaced = replace(reference, place)
    if (replaced === null)
      return {
        ok: false,
        message: `“${source.slice(reference.from, reference.to)}” cannot be read at this place of the form.`,
      }
    if (replaced.from < end) continue
    if (replaced.isHideable) hideable.add(reference.path.join('.'))
    rewritten += source.slice(end, replaced.from) + replaced.text
    end = replaced.to
  }
  return { ok: true, source: rewritten + source.slice(end), hideable: [...hideable] }
}

interface Replacement {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly isHideable?: boolean
}

function replace(reference: Reference, place: SourceNames): Replacement | null {
  const { from, to, path, isInFilter } = reference
  const [first = '', ...rest] = path
  const row = rowOf(place)
  if (first === 'i' || first === '_i_') return null
  const isThis = first === 'this' || first === '_this_'
  const isParent = first === 'parent' || first === '_parent_'
  if (isParent && row.outer === null) return { from, to, text: 'null' }
  const base = isThis ? row : isParent ? rowOf(row.outer ?? row) : rootOf(place)
  const wanted = isThis || isParent ? rest : path
  if (wanted.length === 0) return null
  // The name may be one of the items’ own.
  if (isInFilter && base === rootOf(place) && !isThis && !isParent) return { from, to, text: path.join('.') }
  const found = findMember(base, wanted)
  if (found === null) {
    if (isThis || isParent) return null
    for (let names: SourceNames | null = place; names !== null; names = names.outer)
      if (names.keys.has(first)) return names.outer === null ? { from, to, text: path.join('.') } : null
    return { from, to, text: path.join('.') }
  }
  const name = nameFrom(place, found)
  if (name === null) return null
  const isHideable = found.path.some(({ source }) => objectOf(source.conditional).hide !== undefined)
  const presented = present([name, ...found.rest].join('.'), found.member, reference)
  return presented === null ? null : { ...presented, isHideable }
}

const emptyTexts: ReadonlySet<string> = new Set(['text', 'textarea', 'email', 'phone'])
const emptyLists: ReadonlySet<string> = new Set(['check-list', 'multi-select'])

/** Returns a field as form-js has its value. */
function present(name: string, { type, source }: SourceMember, reference: Reference): Replacement | null {
  const { from, to, comparedWith, comparison } = reference
  const plain = { from, to, text: name }
  if (emptyTexts.has(type)) {
    if (comparedWith === '' && comparison !== undefined)
      return { ...comparison, text: `${name} ${comparison.operator} null` }
    if (typeof comparedWith === 'string') return plain
    return { from, to, text: `(if ${name} = null then "" else ${name})` }
  }
  if (emptyLists.has(type)) return { from, to, text: `(if ${name} = null then [] else ${name})` }
  if (type === 'date' || (type === 'number' && source.serializeToString === true))
    return comparedWith === null ? plain : { from, to, text: `string(${name})` }
  if (type === 'date-time' && typeof comparedWith === 'string') return null
  return plain
}

function listNames(place: SourceNames): string[] {
  const names: string[] = []
  for (let level: SourceNames | null = place; level !== null; level = level.outer) names.push(...level.symbolic)
  return names
}
