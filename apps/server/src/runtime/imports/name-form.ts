import { limits } from '@millrace/contract/limits'
import { patterns } from '@millrace/contract/text-patterns'

export interface FormNaming {
  readonly name: string
  readonly key: string
  /** Names by which models refer to the form in addition to its key. */
  readonly aliases: readonly string[]
}

/**
 * Determines key and name of an imported form: the key from its id or key, the name from its name or file. Models refer
 * to it by any of them.
 */
export function nameForm(path: string, text: string): FormNaming {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const stem = file.replace(/\.(form\.json|form|json)$/i, '')
  const { key: theirKey, id, name, title, path: theirPath } = parseObject(text) ?? {}
  const own = [theirKey, id, theirPath].find((one): one is string => typeof one === 'string' && one.trim() !== '')
  const key = toKey(own ?? stem)
  const said = [name, title].find((one): one is string => typeof one === 'string' && one.trim() !== '')
  return {
    name: toWords(said ?? stem),
    key,
    aliases: [...new Set([own, stem, file].filter((one) => one !== undefined))].filter((one) => one !== key),
  }
}

/** Finds the key of the imported form that a model refers to by `named`; null where it refers to another one. */
export function findNamedForm<Form extends FormNaming>(named: string, forms: readonly Form[]): Form | null {
  const file = /^[\w-]+:(?:deployment|app):(?:.*\/)?([^/]+)$/.exec(named)?.[1]
  const wanted = file === undefined ? named : file
  return forms.find(({ key }) => key === wanted) ?? forms.find(({ aliases }) => aliases.includes(wanted)) ?? null
}

export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const input: unknown = JSON.parse(text)
    return typeof input === 'object' && input !== null && !Array.isArray(input)
      ? (input as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}

export function toKey(raw: string, max: number = limits.formKey): string {
  const key = raw
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .slice(0, max)
  return patterns.nameWithoutSpaces.regex.test(key) ? key : 'form'
}

export function toWords(raw: string): string {
  const name = raw
    .replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, ' ')
    .trim()
    .slice(0, limits.name)
    .trimEnd()
  return patterns.name.regex.test(name) ? name : 'Form'
}
