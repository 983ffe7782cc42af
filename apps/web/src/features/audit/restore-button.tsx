import { Button } from '@mantine/core'
import { api, restorableEntities } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './audit.module.css'
import { RestorePreview } from './restore-preview.tsx'

interface Props {
  readonly entity: string
  readonly id: string
  /** The kind and name of the entity. */
  readonly name: string
  /** The revision whose values are shown. */
  readonly number: string
  /** Whether the revision is the newest of the entity. */
  readonly isNewest: boolean
  /** Whether the reader has permission to restore the entity. */
  readonly mayRestore: boolean
}

/**
 * The button that restores an entity to the values at a revision, after showing the changes, and opens the new
 * revision. A text replaces it where there is nothing to restore.
 */
export function RestoreButton({ entity, id, name, number, isNewest, mayRestore }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const params = { entity, number }
  const preview = useQuery({
    ...callQuery(api.audit.restorePreview, { params, query: { id } }),
    enabled: isAsking,
    staleTime: 0,
    retry: false,
  })
  const restore = useMutation({
    mutationFn: (seen: number) => call(api.audit.restore, { params, body: { id, seen } }),
    onSuccess: ({ number: made }) => {
      showToast({
        kind: 'success',
        title: t('auditRestores.done', { name }),
        text: t('auditRestores.doneText', { number: made.toLocaleString('en') }),
      })
      void navigate({ to: paths.auditRevision(made) })
    },
    // What has changed meanwhile is shown with the error.
    onError: () => preview.refetch(),
  })
  if (!isRestorable(entity)) return <p className={classes.quiet}>{t('auditRestores.none')}</p>
  if (isNewest) return <p className={classes.quiet}>{t('auditRestores.latest')}</p>
  if (!mayRestore) return <p className={classes.quiet}>{t('auditRestores.forbidden')}</p>
  const shown = Number(number).toLocaleString('en')
  const { data } = preview
  const close = () => {
    restore.reset()
    setAsking(false)
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('auditRestores.restore')}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        size={640}
        title={t('auditRestores.question', { name })}
        action={t('auditRestores.action', { number: shown })}
        isBlocked={data === undefined || preview.isFetching}
        isPending={restore.isPending}
        error={restore.isError ? <ErrorBanner title={t('auditRestores.failed')} error={restore.error} /> : null}
        onConfirm={() => {
          if (data !== undefined) restore.mutate(data.seen)
        }}
        onClose={close}
      >
        <RestorePreview query={preview} name={name} number={shown} />
      </ConfirmDialog>
    </>
  )
}

function isRestorable(entity: string): boolean {
  const names: readonly string[] = restorableEntities
  return names.includes(entity)
}
