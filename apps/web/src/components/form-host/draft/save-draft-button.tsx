import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../lib/api/describe-error.ts'
import type { Translate } from '../../../lib/i18n.ts'
import { showToast, type Toast } from '../../toast/show-toast.tsx'
import type { DraftState } from './draft-machine.ts'
import type { DraftHandle } from './use-draft.ts'

interface Props {
  readonly handle: RefObject<DraftHandle | null>
  /** The form does not exist yet, or is being sent. */
  readonly disabled: boolean
}

/**
 * A button that saves the draft immediately, also by Ctrl+S, and shows the result. Drafts are saved automatically too.
 */
export function SaveDraftButton({ handle, disabled }: Props) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: async () => handle.current?.save() ?? { kind: 'idle' as const },
    onSuccess: (state) => showToast({ ...describeDraft(state, t), about: 'draft' }),
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (key.toLowerCase() !== 's' || !(ctrlKey || metaKey) || altKey || shiftKey) return
    // The browser would save the page.
    event.preventDefault()
    if (!disabled && !save.isPending) save.mutate()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <Button disabled={disabled} loading={save.isPending} aria-keyshortcuts="Control+S" onClick={() => save.mutate()}>
      {t('drafts.save')}
    </Button>
  )
}

/** Returns the outcome of a draft that somebody wanted to be saved. */
function describeDraft(state: DraftState, t: Translate): Toast {
  if (state.kind === 'saved' || state.kind === 'saving')
    return { kind: 'success', title: t('drafts.savedByHand'), text: t('drafts.savedWhere') }
  if (state.kind === 'idle') return { kind: 'success', title: t('drafts.nothingToSave') }
  if (state.kind === 'over')
    return { kind: 'error', title: t('drafts.notSaved'), text: describeError(state.error).message }
  if (state.kind === 'conflict') return { kind: 'warning', title: t('drafts.notSaved'), text: t('drafts.conflictText') }
  if (state.kind === 'older') return { kind: 'warning', title: t('drafts.notSaved'), text: t('drafts.olderSave') }
  const where = state.isHere ? (state.isFull ? 'drafts.tooMany' : 'drafts.here') : 'drafts.nowhere'
  return { kind: 'warning', title: t('drafts.notSaved'), text: t(where) }
}
