import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { showToast } from '../toast/show-toast.tsx'

interface Created {
  readonly id: string
  readonly name: string
}

interface CreateOptions<Draft> {
  readonly initial: Draft
  readonly create: (draft: Draft) => Promise<Created>
  /** The message after it was created. */
  readonly done: (name: string) => { readonly title: string; readonly text?: string }
  /** The page of the new record. */
  readonly pathOf: (id: string) => string
  /** Returns a draft with a change and its consequences; without it, only the change. */
  readonly change?: (before: Draft, part: Partial<Draft>) => Draft
}

/** Returns the draft of a new record, and the function that creates the record. */
export function useCreate<Draft extends object>({
  initial: given,
  create,
  done,
  pathOf,
  change = merge,
}: CreateOptions<Draft>) {
  const navigate = useNavigate()
  const [initial] = useState(given)
  const [draft, setDraft] = useState(initial)
  const isCreated = useRef(false)
  const open = (id: string) => {
    isCreated.current = true
    void navigate({ to: pathOf(id), replace: true })
  }
  const save = useMutation({
    mutationFn: () => create(draft),
    onSuccess: ({ id, name }) => {
      showToast({ kind: 'success', ...done(name) })
      open(id)
    },
  })
  return {
    draft,
    save,
    /** Leads to the page of a record that was created in another way, such as from a file. */
    open,
    /** Whether the user entered anything that would be lost. */
    isDirty: () => !isCreated.current && JSON.stringify(draft) !== JSON.stringify(initial),
    fields: {
      draft,
      onChange: (part: Partial<Draft>) => setDraft((before) => change(before, part)),
      isLocked: false,
      error: save.error,
    },
  }
}

export type Creation = Pick<ReturnType<typeof useCreate<object>>, 'save' | 'isDirty'>

function merge<Draft extends object>(before: Draft, part: Partial<Draft>): Draft {
  return { ...before, ...part }
}
