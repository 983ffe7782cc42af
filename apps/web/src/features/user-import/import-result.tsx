import { Button } from '@mantine/core'
import { api, type UserImport, type UserImportResult, userImportResults } from '@millrace/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ResultRows } from '../../components/result-rows/result-rows.tsx'
import { useResultPages } from '../../components/result-rows/use-result-pages.ts'
import { Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'
import { rowsQuery } from './import-query.ts'
import { nameField } from './map-columns.tsx'
import classes from './user-import.module.css'

interface Props {
  readonly item: UserImport
  readonly onStarted: (item: UserImport) => void
}

/** The result of each row of the check or import, and the button that imports them. */
export function ImportResult({ item, onStarted }: Props) {
  const { t } = useTranslation()
  const { id, state, counts, rows } = item
  const pages = useResultPages<UserImportResult>()
  const query = useQuery({ ...rowsQuery(id, pages.result, pages.after), placeholderData: keepPreviousData })
  const start = useMutation({
    mutationFn: () => call(api.userImports.start, { params: { id } }),
    onSuccess: onStarted,
  })
  const changes = counts.new + counts.changed
  return (
    <Section title={t(`userImport.states.${state}`)} hint={t('userImport.counts', counts)}>
      {start.isError ? <ErrorBanner title={t('userImport.startFailed')} error={start.error} /> : null}
      {state === 'checked' && changes === 0 ? <Banner kind="info" title={t('userImport.nothing')} /> : null}
      {state === 'cancelled' ? <Banner kind="warning" title={t('userImport.cancelled', { count: changes })} /> : null}
      <ResultRows
        results={userImportResults}
        counts={counts}
        pages={pages}
        query={query}
        nameLabel={nameField(item.key, item, t)}
        lineOf={({ line }) => line}
        nameField={(field) => nameField(field, item, t)}
      >
        {state === 'checked' && changes > 0 ? (
          <Button variant="filled" className={classes.primary} loading={start.isPending} onClick={() => start.mutate()}>
            {t('userImport.start', { count: changes })}
          </Button>
        ) : null}
      </ResultRows>
      {state === 'checked' && counts.refused > 0 && changes > 0 ? (
        <p className={classes.text}>{t('userImport.withoutRefused', { count: counts.refused, rows })}</p>
      ) : null}
    </Section>
  )
}
