import { type Application, api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { PartTable } from './part-table.tsx'

/** The processes of an application. */
export function ProcessesOfApplication({
  application: { id, processes: count, disabled },
}: {
  application: Application
}) {
  const { t } = useTranslation()
  const search = { application: id, isDisabled: 'false' }
  const processes = useQuery(callQuery(api.appProcesses.list, { query: search }))
  return (
    <PartTable
      label={t('applications.processes')}
      query={processes}
      count={count}
      parts={processes.data?.items.map((process) => ({ ...process, to: designPaths.appProcess(id, process.id) }))}
      failed={t('applications.processesFailed')}
      none={t('applications.noProcesses')}
      all={{ to: designPaths.appProcesses, search: { application: id } }}
      add={
        disabled === null ? (
          <LinkButton size="xs" to={designPaths.newAppProcess(id)}>
            {t('applications.addProcess')}
          </LinkButton>
        ) : null
      }
    />
  )
}
