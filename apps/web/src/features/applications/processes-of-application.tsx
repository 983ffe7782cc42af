import { type Application, api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { startableQuery } from '../../components/deployment/use-start-action.ts'
import { LinkButton } from '../../components/link/link-button.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { hasRole, useSession } from '../../lib/session/session.ts'
import { PartTable } from './part-table.tsx'
import { useMayAdd } from './use-may-add.ts'

/** The processes of an application. */
export function ProcessesOfApplication({
  application: { id, processes: count, disabled },
}: {
  application: Application
}) {
  const { t } = useTranslation()
  const mayAdd = useMayAdd({ id, disabled })
  const search = { application: id, isDisabled: 'false' }
  const processes = useQuery(callQuery(api.appProcesses.list, { query: search }))
  const startable = useQuery({ ...startableQuery, enabled: hasRole(useSession(), ['RoleUser']) })
  const startAt = (key: string) => {
    const definitionId = startable.data?.find((one) => one.key === key)?.definitionId
    return definitionId === undefined ? undefined : paths.startForm(definitionId)
  }
  return (
    <PartTable
      label={t('applications.processes')}
      query={processes}
      count={count}
      parts={processes.data?.items.map((process) => ({
        ...process,
        to: designPaths.appProcess(id, process.id),
        startAt: startAt(process.key),
      }))}
      failed={t('applications.processesFailed')}
      none={t('applications.noProcesses')}
      all={{ to: designPaths.appProcesses, search: { application: id } }}
      add={
        mayAdd ? (
          <LinkButton size="xs" to={designPaths.newAppProcess(id)}>
            {t('applications.addProcess')}
          </LinkButton>
        ) : null
      }
    />
  )
}
