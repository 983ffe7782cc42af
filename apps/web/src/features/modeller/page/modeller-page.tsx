import { api } from '@millrace/contract'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilePage } from '../../../components/design-page/file-page.tsx'
import { designPaths } from '../../../config/design-paths.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { ProcessModeller } from './process-modeller.tsx'

/** The modeller of a process of an application. */
export function Page() {
  const { t } = useTranslation()
  const { applicationId: appId = '', processId = '' } = useParams({ strict: false })
  return (
    <FilePage
      id={processId}
      query={callQuery(api.appProcesses.modeller, { params: { appId, processId } })}
      designOf={({ process }) => process}
      title={t('pages.modeller')}
      failed={t('modellerPage.failed')}
      backTo={designPaths.appProcess(appId, processId)}
      Opened={ProcessModeller}
    />
  )
}
