// Not the whole package: browsers load this, and it has scripts with an engine of their own.
import { ANY, compileFeel, type FeelType, listBuiltins, parseDate } from '@millrace/expressions/feel'
import type { FormLanguage, FormNames } from './expressions/form-expressions.ts'

/** The expressions of forms as FEEL. Fields that hold a day are dates in it, so `needed > today()` works. */
export const formFeel: FormLanguage = {
  compile: (source, names) => compileFeel(source, { names: typesOf(names), withReads: true }),
  presentDay: parseDate,
}

const known = new WeakMap<FormNames, Readonly<Record<string, FeelType>>>()

/** Returns the names that the parser would not recognize as one name by itself; passing all names would be slow. */
function typesOf(names: FormNames): Readonly<Record<string, FeelType>> {
  const before = known.get(names)
  if (before !== undefined) return before
  const types: Record<string, FeelType> = Object.create(null)
  for (const [name, inside] of Object.entries(names)) {
    const entries = inside === null ? {} : typesOf(inside)
    const hasInside = Object.keys(entries).length > 0
    if (hasInside) types[name] = { kind: 'context', entries }
    else if (!isSimpleName(name)) types[name] = ANY
  }
  known.set(names, types)
  return types
}

const builtinNames = new Set(listBuiltins().map(({ name }) => name))

function isSimpleName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !builtinNames.has(name)
}
