import type { ImportChoice, ImportedFile } from '@millrace/contract'

/** The user's choice how to import one file. */
export interface Chosen {
  readonly action: 'add' | 'addAs' | 'replace' | 'skip'
  readonly key: string
}

/** The choices of the user by the path of the file. */
export type Choices = Readonly<Record<string, Chosen>>

/** Returns the possible actions for a file of an import. */
export function actionsOf({ canImport, existing }: ImportedFile): Chosen['action'][] {
  if (!canImport) return []
  if (existing === null) return ['add', 'addAs', 'skip']
  return existing.where === 'here' ? ['replace', 'addAs', 'skip'] : ['addAs', 'skip']
}

/** Returns the default action for each file: the first possible one, but duplicates are skipped. */
export function firstChoices(files: readonly ImportedFile[]): Choices {
  return Object.fromEntries(
    files.flatMap((file) => {
      const [action] = file.existing?.where === 'import' ? (['skip'] as const) : actionsOf(file)
      return action === undefined ? [] : [[file.path, { action, key: file.freeKey ?? file.key ?? '' }]]
    }),
  )
}

/** Converts the chosen actions to the body of a call, in the order of the files. */
export function presentChoices(files: readonly ImportedFile[], choices: Choices): ImportChoice[] {
  return files.flatMap(({ path }): ImportChoice[] => {
    const chosen = choices[path]
    if (chosen === undefined || chosen.action === 'skip') return []
    if (chosen.action === 'addAs') return [{ path, action: 'add', key: chosen.key.trim() }]
    return [{ path, action: chosen.action }]
  })
}
