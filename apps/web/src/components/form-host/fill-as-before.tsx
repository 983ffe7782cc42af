import IconHistory from 'icon:history'
import { Button } from '@mantine/core'
import type { OpenedForm } from '@millrace/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../lib/api/api-error.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { presentDateTime } from '../../lib/dates.ts'
import { Banner } from '../banner/banner.tsx'
import { showToast } from '../toast/show-toast.tsx'
import type { SentPlace, useDraft } from './draft/use-draft.ts'
import classes from './fill-as-before.module.css'

interface Props {
  readonly form: OpenedForm
  readonly draft: ReturnType<typeof useDraft>
  /** The form that was sent which it is to be filled as at once. */
  readonly asked: SentPlace | undefined
}

/** A button that fills the form with the user's earlier entries of the same form, and confirms it. */
export function FillAsBefore({ form, draft, asked }: Props) {
  const { t } = useTranslation()
  const [isPending, setPending] = useState(false)
  const { opening, state, startOver } = draft
  const run = async (work: () => Promise<unknown>) => {
    setPending(true)
    try {
      await work()
    } catch (error) {
      const text = hasCode(error, 'thing.not-found') ? t('drafts.fillGone') : describeError(error).message
      showToast({ kind: 'error', title: t('drafts.fillFailed'), text, about: 'fill-as' })
    } finally {
      setPending(false)
    }
  }
  const fill = (before: SentPlace, isByItself = false) =>
    run(async () => {
      const isFilled = await draft.fillAs(before, isByItself)
      if (isFilled === false) showToast({ kind: 'success', title: t('drafts.fillNothing'), about: 'fill-as' })
    })
  const wanted = useRef(opening.offer === null && opening.typed === null ? asked : undefined)
  useEffect(() => {
    const before = wanted.current
    wanted.current = undefined
    if (before !== undefined) void fill(before, true)
  })
  // The form is another one then, and what had the focus is gone.
  const region = useRef<HTMLDivElement>(null)
  const filledAt = useRef(opening.number)
  useEffect(() => {
    if (filledAt.current === opening.number) return
    filledAt.current = opening.number
    region.current?.focus({ preventScroll: true })
  }, [opening.number])
  if (opening.filledAsAt !== null)
    return (
      <div ref={region} tabIndex={-1}>
        <Banner
          kind="info"
          title={t('drafts.filled', { when: presentDateTime(opening.filledAsAt) })}
          actions={
            // It would throw away the draft that is offered beside it.
            opening.offer !== null ? null : (
              <Button size="xs" variant="default" loading={isPending} onClick={() => void run(startOver)}>
                {t('drafts.startOver')}
              </Button>
            )
          }
        >
          {t('drafts.filledText')}
        </Banner>
      </div>
    )
  const { sentBefore } = form
  const before = asked ?? sentBefore
  if (
    before === undefined ||
    form.document.data.length === 0 ||
    state.kind === 'over' ||
    state.kind === 'conflict' ||
    opening.offer !== null
  )
    return null
  return (
    <div className={classes.row} ref={region} tabIndex={-1}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconHistory size={15} stroke={1.6} />}
        {...(asked === undefined && sentBefore !== undefined
          ? { title: t('drafts.fillAsTitle', { when: presentDateTime(sentBefore.at) }) }
          : {})}
        loading={isPending}
        onClick={() => void fill(before)}
      >
        {t(asked === undefined ? 'drafts.fillAs' : 'drafts.fillAgain')}
      </Button>
    </div>
  )
}
