import { Button } from '@mantine/core'
import type { FormHistory } from '@millrace/contract'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { QueryFailure } from '../banner/query-failure.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { Section } from '../section/section.tsx'
import { showToast } from '../toast/show-toast.tsx'
import { VersionTable } from '../versions/version-table.tsx'
import type { Designed, DesignKind } from './design-kind.ts'
import classes from './designs.module.css'

/** The versions of a design, to compare with the current one and to restore. */
export function DesignHistory<Thing extends Designed, Draft extends object>({
  thing,
  kind,
  history,
}: {
  thing: Thing
  kind: DesignKind<Thing, Draft>
  history: UseQueryResult<FormHistory>
}) {
  const { t } = useTranslation()
  const [compared, setCompared] = useState<number | null>(null)
  const [asked, setAsked] = useState<number | null>(null)
  const restore = useMutation({
    mutationFn: (version: number) => kind.restoreVersion(version, thing.version),
    onSuccess: ({ version }, from) => {
      setAsked(null)
      showToast({ kind: 'success', title: t('designs.versionRestored', { version, from }) })
    },
  })
  const rows = history.data ?? []
  const choices = (version: number) => (
    <>
      {kind.compare === undefined ? null : (
        <Button size="xs" aria-label={t('designs.compareNamed', { version })} onClick={() => setCompared(version)}>
          {t('designs.compare')}
        </Button>
      )}
      {thing.disabled === null ? (
        <Button
          size="xs"
          aria-label={t('designs.restoreNamed', { version })}
          onClick={() => {
            restore.reset()
            setAsked(version)
          }}
        >
          {t('designs.restoreVersion')}
        </Button>
      ) : null}
    </>
  )
  return (
    <Section title={t('designs.history')} hint={t('designs.historyHint')}>
      <QueryFailure query={history} title={t(`${kind.texts}.historyFailed`)} />
      {history.data?.length === 0 ? <p className={classes.none}>{t('designs.noHistory')}</p> : null}
      <VersionTable
        label={t('designs.history')}
        heads={[t('designs.version'), t('designs.savedAt'), t('designs.savedBy'), t('designs.note')]}
        rows={rows.map(([{ version, savedBy, note, restoredFrom }, savedAt]) => ({
          version,
          at: savedAt,
          by: savedBy,
          note: note ?? (restoredFrom === null ? null : t('designs.restoredFrom', { version: restoredFrom })),
          end: version === thing.version ? t('designs.current') : choices(version),
        }))}
      />
      {compared === null
        ? null
        : kind.compare?.({
            from: compared,
            to: thing.version,
            versions: rows.map(([{ version }]) => version),
            onClose: () => setCompared(null),
          })}
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('designs.restoreTitle', { version: asked ?? '' })}
        action={t('designs.restoreAction')}
        isPending={restore.isPending}
        error={restore.isError ? <ErrorBanner title={t('designs.restoreFailed')} error={restore.error} /> : null}
        onConfirm={() => {
          if (asked !== null) restore.mutate(asked)
        }}
        onClose={() => setAsked(null)}
      >
        {t('designs.restoreText')}
      </ConfirmDialog>
    </Section>
  )
}
