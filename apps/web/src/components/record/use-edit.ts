import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

interface EditOptions<Fields extends object, Saved> {
  /** What the fields hold on the server. */
  readonly saved: Fields
  /** Counts changes of the record: others may save meanwhile. */
  readonly revision: number
  /** Saves all fields, as a change of the revision that the user began with. */
  readonly save: (fields: Fields, revision: number) => Promise<Saved>
  /** Before the fields are those of the server again: what was saved has to be what the page shows. */
  readonly onSaved: (saved: Saved) => void
}

/** What a user has changed of a record and not saved yet. */
export function useEdit<Fields extends object, Saved>({ saved, revision, save, onSaved }: EditOptions<Fields, Saved>) {
  const [changes, setChanges] = useState<Partial<Fields>>({})
  const [begun, setBegun] = useState(revision)
  const draft = { ...saved, ...changes }
  const isDirty = (Object.keys(changes) as (keyof Fields)[]).some((key) => draft[key] !== saved[key])
  const saving = useMutation({
    mutationFn: () => save(draft, begun),
    onSuccess: (answer) => {
      onSaved(answer)
      setChanges({})
    },
  })
  return {
    draft,
    isDirty,
    isSaving: saving.isPending,
    /** What the last save has failed by. */
    error: saving.error,
    change: (part: Partial<Fields>) => {
      if (!isDirty) setBegun(revision)
      setChanges((before) => ({ ...before, ...part }))
    },
    save: () => saving.mutate(),
    discard: () => {
      setChanges({})
      saving.reset()
    },
  }
}

export type Edit<Fields extends object> = ReturnType<typeof useEdit<Fields, unknown>>
