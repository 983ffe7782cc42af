import IconArrowBackUp from 'icon:arrow-back-up'
import { Button } from '@mantine/core'
import { type AnswerOf, api, type InstanceDetail } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { presentDateTime } from '../../lib/dates.ts'
import classes from './instance-header.module.css'

type UndoableChange = NonNullable<AnswerOf<typeof api.processes.undoable>['change']>

/** The banner about the last change by an operator, while it can be undone, with the effect of the undo. */
export function UndoBanner({ instance: { id, endedAt, permissions } }: { readonly instance: InstanceDetail }) {
  const { t } = useTranslation()
  const isOffered = endedAt === null && permissions.retry
  const { data } = useQuery({ ...callQuery(api.processes.undoable, { params: { id } }), enabled: isOffered })
  const change = isOffered ? (data?.change ?? null) : null
  // The change that the dialog is about, which stays when the instance goes on or ends meanwhile: the server refuses it.
  const [asked, setAsked] = useState<UndoableChange | null>(null)
  const undo = useMutation({
    mutationFn: (at: string) => call(api.processes.undo, { params: { id }, body: { at } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('operatedInstance.undone'), about: id })
      setAsked(null)
    },
  })
  return (
    <>
      {change === null ? null : (
        <div className={classes.incident}>
          <Banner
            kind="info"
            title={t(`operatedInstance.undoTitle.${change.what}`, {
              name: change.by.displayName,
              when: presentDateTime(change.at),
            })}
            actions={
              <Button
                size="xs"
                leftSection={<IconArrowBackUp size={15} stroke={1.6} />}
                onClick={() => {
                  undo.reset()
                  setAsked(change)
                }}
              >
                {t('operatedInstance.undo')}
              </Button>
            }
          >
            {t('operatedInstance.undoText')}
          </Banner>
        </div>
      )}
      {asked === null ? null : (
        <ConfirmDialog
          isOpen
          title={t('operatedInstance.undoAsk')}
          action={t('operatedInstance.undoAction')}
          keep={t('operatedInstance.cancel')}
          isPending={undo.isPending}
          error={undo.isError ? <ErrorBanner title={t('operatedInstance.undoFailed')} error={undo.error} /> : null}
          onConfirm={() => undo.mutate(asked.at)}
          onClose={() => setAsked(null)}
        >
          <Restored change={asked} />
        </ConfirmDialog>
      )}
    </>
  )
}

/** Lists what undoing a change restores. */
function Restored({ change }: { readonly change: UndoableChange }) {
  const { t } = useTranslation()
  const { what, elements, ends, variables, removes } = change
  const number = (count: number) => ({ count, number: count.toLocaleString('en') })
  return (
    <ul>
      {elements.length > 0 ? <li>{t('operatedInstance.undoElements', { names: elements.join(', ') })}</li> : null}
      {ends > 0 ? <li>{t('operatedInstance.undoEnds', number(ends))}</li> : null}
      {variables.length > 0 ? <li>{t('operatedInstance.undoVariables', { names: variables.join(', ') })}</li> : null}
      {removes > 0 ? <li>{t('operatedInstance.undoRemoves', number(removes))}</li> : null}
      {what === 'variables' ? null : <li>{t('operatedInstance.undoOutside')}</li>}
    </ul>
  )
}
