import { limits } from '@millrace/contract'
import { keyFor } from '../../../components/record/key-for.ts'
import { hasCode } from '../../../lib/api/api-error.ts'

export interface FormNames {
  readonly name: string
  readonly formKey: string
}

interface Named {
  /** The name of the element that the form is for; may be empty. */
  readonly elementName: string
  readonly processName: string
  /** The forms that are known to exist in the application. */
  readonly forms: readonly { readonly key: string; readonly name: string }[]
}

/** Calls for one form at most. Others may have more names than the known ones: disabled forms, other applications. */
const maxCalls = 20

/**
 * Creates a form with the name of an element, or of its process, and a key from that name. Names are unique in the
 * application and keys in the workplace, both case-insensitively: if a name or key is refused, the next one is tried.
 */
export async function createNamedForm<Made>(
  { elementName, processName, forms }: Named,
  create: (form: FormNames) => Promise<Made>,
): Promise<Made & FormNames> {
  const base = toFormName(elementName) || toFormName(processName) || 'Form'
  const names = skipTaken(listNames(base), new Set(forms.map(({ name }) => name.toLowerCase())))
  const keys = skipTaken(listKeys(base, processName), new Set(forms.map(({ key }) => key.toLowerCase())))
  let form: FormNames = { name: next(names), formKey: next(keys) }
  for (let count = 1; ; count++) {
    try {
      return { ...(await create(form)), ...form }
    } catch (error) {
      const isName = hasCode(error, 'thing.name-taken')
      if (count === maxCalls || !(isName || hasCode(error, 'thing.key-taken'))) throw error
      form = isName ? { ...form, name: next(names) } : { ...form, formKey: next(keys) }
    }
  }
}

/** Elements have any text as their name; those of forms have letters, digits and hyphens. */
function toFormName(text: string): string {
  const name = text.replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, ' ').trim()
  return name.slice(0, limits.name).trimEnd()
}

function* listNames(base: string): Generator<string, never> {
  yield base
  for (let count = 2; ; count++) yield `${base.slice(0, limits.name - 6).trimEnd()} ${count}`
}

/** The key of the name, with the process before it, and with digits that no other form has by chance. */
function* listKeys(base: string, processName: string): Generator<string, never> {
  const key = keyFor(base) || 'form'
  yield key
  yield keyFor(`${processName} ${base}`) || `${key}2`
  for (;;) yield `${key.slice(0, 40)}${crypto.getRandomValues(new Uint32Array(1))[0]}`
}

function* skipTaken(all: Generator<string, never>, taken: ReadonlySet<string>): Generator<string, never> {
  for (;;) {
    const one = next(all)
    if (!taken.has(one.toLowerCase())) yield one
  }
}

function next(all: Generator<string, never>): string {
  return all.next().value
}
