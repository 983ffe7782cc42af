import { Button } from '@mantine/core'
import type { ApplicationForm } from '@millrace/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { VersionTable } from '../../components/versions/version-table.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import type { FormKind } from './form-kind.ts'
import classes from './forms.module.css'

/** The versions of a form, to compare with the one that is in use, and to go back to. */
export function FormHistory({ form, kind }: { form: ApplicationForm; kind: FormKind }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const history = useQuery(kind.history)
  const [compared, setCompared] = useState<number | null>(null)
  const [asked, setAsked] = useState<number | null>(null)
  const restore = useMutation({
    mutationFn: (version: number) => kind.restoreVersion(version, form.version),
    onSuccess: ({ version }, from) => {
      setAsked(null)
      showToast({ kind: 'success', title: t('forms.versionRestored', { version, from }) })
      return queryClient.invalidateQueries({ queryKey: kind.query.queryKey })
    },
  })
  return (
    <Section title={t('forms.history')} hint={t('forms.historyHint')}>
      <QueryFailure query={history} title={t('forms.historyFailed')} />
      {history.data?.length === 0 ? <p className={classes.none}>{t('forms.noHistory')}</p> : null}
      <VersionTable
        label={t('forms.history')}
        heads={[t('forms.version'), t('forms.savedAt'), t('forms.savedBy'), t('forms.note')]}
        rows={(history.data ?? []).map(([{ version, savedBy, note, restoredFrom }, savedAt]) => ({
          version,
          at: savedAt,
          by: savedBy,
          note: note ?? (restoredFrom === null ? null : t('forms.restoredFrom', { version: restoredFrom })),
          end:
            version === form.version ? (
              t('forms.current')
            ) : (
              <>
                <Button
                  size="xs"
                  aria-label={t('forms.compareNamed', { version })}
                  onClick={() => setCompared(version)}
                >
                  {t('forms.compare')}
                </Button>
                {form.disabled === null ? (
                  <Button
                    size="xs"
                    aria-label={t('forms.restoreNamed', { version })}
                    onClick={() => {
                      restore.reset()
                      setAsked(version)
                    }}
                  >
                    {t('forms.restoreVersion')}
                  </Button>
                ) : null}
              </>
            ),
        }))}
      />
      {compared === null ? null : (
        <CompareDialog kind={kind} from={compared} to={form.version} onClose={() => setCompared(null)} />
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('forms.restoreTitle', { version: asked ?? '' })}
        action={t('forms.restoreAction')}
        keep={t('forms.restoreKeep')}
        isPending={restore.isPending}
        error={restore.isError ? <ErrorBanner title={t('forms.restoreFailed')} error={restore.error} /> : null}
        onConfirm={() => {
          if (asked !== null) restore.mutate(asked)
        }}
        onClose={() => setAsked(null)}
      >
        {t('forms.restoreText')}
      </ConfirmDialog>
    </Section>
  )
}
