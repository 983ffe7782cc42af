import { Button, Table } from '@mantine/core'
import { api, type Directory, type DirectoryRun } from '@millrace/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { ResultText } from '../../components/status/result-text.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './directories.module.css'
import { RunProgress } from './run-progress.tsx'
import { isUnderWay, runsQuery } from './run-query.ts'
import { RunResult } from './run-result.tsx'
import { WaitingRun } from './waiting-run.tsx'

interface Props {
  readonly directory: Directory
  readonly isDirty: boolean
}

/** The runs of a directory: the button to start one, the progress, and the changes. */
export function DirectoryRuns({ directory, isDirty }: Props) {
  const { t } = useTranslation()
  const { id, actsAs, nextRunAt } = directory
  const client = useQueryClient()
  const query = useQuery(runsQuery(id))
  const [openId, setOpenId] = useState<string | null>(null)
  const start = useMutation({
    mutationFn: (isDryRun: boolean) => call(api.directories.startRun, { params: { id }, body: { isDryRun } }),
    onSuccess: async (run) => {
      setOpenId(run.id)
      await client.invalidateQueries({ queryKey: runsQuery(id).queryKey })
    },
  })
  const runs = query.data ?? []
  const busy = runs.find(isUnderWay)
  const waiting = runs.find(({ state }) => state === 'waiting')
  const shown = runs.find((run) => run.id === openId) ?? null
  const isBlocked = isDirty || busy !== undefined || query.data === undefined
  return (
    <Section title={t('directory.runs')} hint={t(isDirty ? 'directory.saveFirst' : 'directory.runsHint')}>
      <p className={classes.text}>
        {actsAs === null ? t('directory.actsAsNobody') : t('directory.actsAs', { user: actsAs })}
        {nextRunAt === null ? null : (
          <>
            {' '}
            {t('directory.nextRun')}: <DateTime at={nextRunAt} />
          </>
        )}
      </p>
      <div className={classes.buttons}>
        <Button
          size="xs"
          disabled={isBlocked}
          loading={start.isPending && start.variables}
          onClick={() => start.mutate(true)}
        >
          {t('directory.dryRun')}
        </Button>
        <Button
          size="xs"
          variant="filled"
          disabled={isBlocked}
          loading={start.isPending && !start.variables}
          onClick={() => start.mutate(false)}
        >
          {t('directory.run')}
        </Button>
      </div>
      {start.isError ? <ErrorBanner title={t('directory.runFailed')} error={start.error} /> : null}
      {query.isError && query.data === undefined ? (
        <QueryFailure query={query} title={t('directory.runsFailed')} />
      ) : null}
      {busy === undefined ? null : <RunProgress id={id} run={busy} />}
      {waiting === undefined ? null : <WaitingRun id={id} run={waiting} />}
      {query.data === undefined ? null : runs.length === 0 ? (
        <p className={classes.text}>{t('directory.noRuns')}</p>
      ) : (
        <RunTable runs={runs} openId={openId} onOpen={setOpenId} />
      )}
      {shown === null || isUnderWay(shown) ? null : <RunResult key={shown.id} id={id} run={shown} />}
    </Section>
  )
}

interface TableProps {
  readonly runs: readonly DirectoryRun[]
  readonly openId: string | null
  readonly onOpen: (id: string | null) => void
}

function RunTable({ runs, openId, onOpen }: TableProps) {
  const { t } = useTranslation()
  return (
    <ScrollRegion label={t('directory.runs')} className={classes.scroll}>
      <PlainTable className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('directory.started')}</Table.Th>
            <Table.Th>{t('directory.state')}</Table.Th>
            <Table.Th>{t('directory.result')}</Table.Th>
            <Table.Th className={classes.wide}>{t('directory.startedBy')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <Table.Tr key={run.id}>
              <Table.Td>
                <button
                  type="button"
                  className={classes.open}
                  aria-expanded={openId === run.id}
                  onClick={() => onOpen(openId === run.id ? null : run.id)}
                >
                  <DateTime at={run.startedAt} />
                </button>
                <div className={classes.quiet}>{t(run.isDryRun ? 'directory.dry' : 'directory.real')}</div>
              </Table.Td>
              <Table.Td>
                <ResultText result={toneOf(run)}>{t(`directory.states.${run.state}`)}</ResultText>
              </Table.Td>
              <Table.Td className={classes.detail}>
                {run.message === '' ? t('directory.counts', run.counts) : run.message}
              </Table.Td>
              <Table.Td className={classes.wide}>{run.startedBy ?? t('directory.bySchedule')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}

/** The result of an import that has the same colour. */
function toneOf({ state }: DirectoryRun): string {
  return state === 'failed' ? 'refused' : state === 'waiting' ? 'decide' : state === 'done' ? 'new' : 'changed'
}
