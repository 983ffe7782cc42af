import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../lib/api/describe-error.ts'
import { presentDateTime, presentTime } from '../../../lib/dates.ts'
import { Banner } from '../../banner/banner.tsx'
import { showToast } from '../../toast/show-toast.tsx'
import classes from './draft-status.module.css'
import { OlderDraft } from './older-draft.tsx'
import type { useDraft } from './use-draft.ts'

type Draft = ReturnType<typeof useDraft>

/** Banners above a form: that it continues a draft, and problems with the draft. */
export function DraftBanners({ draft }: { readonly draft: Draft }) {
  const { t } = useTranslation()
  const { opening, state, saveOver, takeOther, startOver, useMine, keepCurrent } = draft
  const [isPending, setPending] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setPending(true)
    try {
      await work()
    } catch (error) {
      showToast({ kind: 'error', title: t('drafts.failed'), text: describeError(error).message, about: 'draft' })
    } finally {
      setPending(false)
    }
  }
  if (state.kind === 'over')
    return (
      <Banner kind="warning" title={t('drafts.overTitle')}>
        {describeError(state.error).message} {t('drafts.overText')}
      </Banner>
    )
  if (state.kind === 'conflict')
    return (
      <Banner
        kind="warning"
        title={t('drafts.conflictTitle', { when: presentDateTime(state.savedAt) })}
        actions={
          <>
            <Button size="xs" variant="default" loading={isPending} onClick={() => void run(takeOther)}>
              {t('drafts.takeOther')}
            </Button>
            <Button size="xs" variant="default" onClick={() => saveOver(state.revision)}>
              {t('drafts.saveOver')}
            </Button>
          </>
        }
      >
        {t('drafts.conflictText')}
      </Banner>
    )
  if (opening.offer !== null)
    return (
      <OlderDraft
        offer={opening.offer}
        isPending={isPending}
        onUseMine={useMine}
        onKeepCurrent={() => void run(keepCurrent)}
      />
    )
  if (opening.draft === null) return null
  return (
    <Banner
      kind={opening.draft.isOfOtherForm ? 'warning' : 'info'}
      title={t('drafts.restored', { when: presentDateTime(opening.draft.savedAt) })}
      actions={
        <Button size="xs" variant="default" loading={isPending} onClick={() => void run(startOver)}>
          {t('drafts.startOver')}
        </Button>
      }
    >
      {opening.draft.isOfOtherForm ? t('drafts.otherForm') : null}
    </Banner>
  )
}

/** The state of the draft below a form: whether and where it is saved. */
export function DraftStatus({ draft: { state } }: { readonly draft: Draft }) {
  const { t } = useTranslation()
  if (state.kind === 'waiting')
    return (
      <p className={classes.status} role="status">
        {t(state.isHere ? (state.isFull ? 'drafts.tooMany' : 'drafts.here') : 'drafts.nowhere')}
      </p>
    )
  if (state.kind !== 'saved' && state.kind !== 'saving') return null
  // Not told by itself: it would be said again with each pause.
  return (
    <p className={classes.status}>
      {state.kind === 'saving' ? t('drafts.saving') : t('drafts.saved', { time: presentTime(state.at) })}
    </p>
  )
}
