import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../components/toast/show-toast.tsx'

interface CreateOptions<Draft> {
  readonly begun: Draft
  readonly create: (draft: Draft) => Promise<{ readonly id: string; readonly name: string }>
  /** The page of what was made. */
  readonly pathOf: (id: string) => string
  /** What follows from a change; the change alone where left out. */
  readonly change?: (before: Draft, part: Partial<Draft>) => Draft
}

/** Something that is not there yet: what somebody writes of it, and making it. */
export function useCreate<Draft extends object>({
  begun: given,
  create,
  pathOf,
  change = merge,
}: CreateOptions<Draft>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [begun] = useState(given)
  const [draft, setDraft] = useState(begun)
  const isSaved = useRef(false)
  const save = useMutation({
    mutationFn: () => create(draft),
    onSuccess: ({ id, name }) => {
      isSaved.current = true
      showToast({ kind: 'success', title: t('externalSystems.saved'), text: name })
      void navigate({ to: pathOf(id), replace: true })
    },
  })
  return {
    draft,
    save,
    isDirty: () => !isSaved.current && draft !== begun,
    fields: {
      draft,
      onChange: (part: Partial<Draft>) => setDraft((before) => change(before, part)),
      isLocked: false,
      error: save.error,
    },
  }
}

function merge<Draft extends object>(before: Draft, part: Partial<Draft>): Draft {
  return { ...before, ...part }
}
