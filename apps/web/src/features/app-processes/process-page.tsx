import { api } from '@millrace/contract'
import { appProcessList } from '@millrace/contract/lists/app-processes'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DesignActions } from '../../components/designs/design-actions.tsx'
import { DesignEditor } from '../../components/designs/design-editor.tsx'
import { trailOfApplication } from '../../components/designs/trail-of-application.ts'
import { Link } from '../../components/link/link.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { toUrl } from '../../lib/api/send.ts'
import { kindOfProcess } from './process-kind.tsx'

/** The page of a process of an application: its details, its history, and a link to the modeller. */
export function Page() {
  const { t } = useTranslation()
  const { appId = '', processId = '' } = useParams({ strict: false })
  const params = { appId, processId }
  const kind = kindOfProcess(params)
  // Beside it, not behind it.
  useQuery(kind.history)
  return (
    <RecordPage
      list={appProcessList}
      query={useQuery(kind.query)}
      help={t('appProcesses.helpOne')}
      trail={({ application }) => trailOfApplication(application)}
      failed={t('appProcesses.failedOne')}
      gone={{ title: t('appProcesses.goneTitle'), text: t('designs.goneText') }}
      facts={['application', 'version', 'updated', 'updatedBy']}
      cells={{
        application: ({ application }) => <Link to={designPaths.application(application.id)}>{application.name}</Link>,
      }}
      actions={(process) => (
        <DesignActions
          thing={process}
          kind={kind}
          design={{ to: designPaths.modeller(appId, processId), label: t('appProcesses.openModeller') }}
          exportHref={toUrl(api.appProcesses.exportFile, { params })}
          copy={{ to: designPaths.copyAppProcesses, search: { processIds: processId } }}
        />
      )}
    >
      {(process, facts) => (
        // What nobody may save any more is not kept.
        <DesignEditor key={process.disabled?.at} thing={process} kind={kind} facts={facts} />
      )}
    </RecordPage>
  )
}
