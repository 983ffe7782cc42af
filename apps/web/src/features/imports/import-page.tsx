import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { ImportFiles } from './import-files.tsx'

/** The page that imports files of other products into an application, or into a new one. */
export function Page() {
  const { appId = '' } = useParams({ strict: false })
  return appId === 'new' ? <ImportFiles application={null} /> : <ImportInto key={appId} appId={appId} />
}

function ImportInto({ appId }: { appId: string }) {
  const { t } = useTranslation()
  return (
    <AwaitedPage
      query={useQuery(callQuery(api.applications.get, { params: { appId } }))}
      help={t('imports.help')}
      failed={t('applications.failedOne')}
      gone={{ title: t('applications.goneTitle'), text: t('applications.goneText') }}
    >
      {(application) => <ImportFiles application={application} />}
    </AwaitedPage>
  )
}
