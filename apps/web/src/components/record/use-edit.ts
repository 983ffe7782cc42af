import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

interface Revised {
  /** Counts changes of the record: others may save meanwhile. */
  readonly revision: number
}

interface EditOptions<Fields extends object, Saved extends Revised> extends Revised {
  /** The values of the fields on the server. */
  readonly saved: Fields
  /** Saves all fields, as a change of the revision that the user began with. */
  readonly save: (fields: Fields, revision: number) => Promise<Saved>
  /** Called before the fields show the values of the server again, so that the page shows the saved ones. */
  readonly onSaved: (saved: Saved) => void
}

/** Returns the unsaved changes of a record. Input during a save begins the next change. */
export function useEdit<Fields extends object, Saved extends Revised>(options: EditOptions<Fields, Saved>) {
  const { saved, revision, save, onSaved } = options
  const [changes, setChanges] = useState<Partial<Fields>>({})
  const [startedFrom, setStartedFrom] = useState(revision)
  const draft = { ...saved, ...changes }
  const isDirty = (Object.keys(changes) as (keyof Fields)[]).some((key) => draft[key] !== saved[key])
  const saving = useMutation({
    mutationFn: (fields: Fields) => save(fields, startedFrom),
    onSuccess: (answer, fields) => {
      onSaved(answer)
      setStartedFrom(answer.revision)
      setChanges((before) => withoutSaved(before, fields))
    },
  })
  return {
    draft,
    isDirty,
    isSaving: saving.isPending,
    /** The error of the last save. */
    error: saving.error,
    change: (part: Partial<Fields>) => {
      if (!isDirty) setStartedFrom(revision)
      setChanges((before) => ({ ...before, ...part }))
    },
    save: () => saving.mutate(draft),
    /**
     * Continues from a revision that the user has seen: the next save replaces it.
     *
     * @param rebase combines the unsaved changes with that revision.
     */
    goOnFrom: (next: number, rebase: (changes: Partial<Fields>) => Partial<Fields> = (changes) => changes) => {
      setStartedFrom(next)
      setChanges(rebase)
      saving.reset()
    },
    discard: () => {
      setChanges({})
      saving.reset()
    },
  }
}

export type Edit<Fields extends object> = ReturnType<typeof useEdit<Fields, Revised>>

function withoutSaved<Fields extends object>(changes: Partial<Fields>, saved: Fields): Partial<Fields> {
  const names = (Object.keys(changes) as (keyof Fields)[]).filter((name) => changes[name] !== saved[name])
  return Object.fromEntries(names.map((name) => [name, changes[name]])) as Partial<Fields>
}
