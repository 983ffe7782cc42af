import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { pickDraft } from './application-draft.ts'
import { describeApplication } from './application-query.ts'
import { NewApplication } from './new-application.tsx'

/** The page that creates an application with copies of the content of another one. */
export function Page() {
  const { t } = useTranslation()
  const { appId = '' } = useParams({ strict: false })
  const proposal = useQuery(callQuery(api.applications.copyDetails, { params: { appId } }))
  return (
    <AwaitedPage
      query={proposal}
      help={t('applications.helpCopy')}
      {...describeApplication(t)}
      failed={t('applications.failedCopy')}
    >
      {(copy) => (
        <NewApplication
          key={appId}
          from={pickDraft(copy)}
          help={t('applications.helpCopy')}
          action={t('applications.copyAction')}
          failed={t('applications.copyFailed')}
          done={(name) => t('applications.copied', { name })}
          make={(body) => call(api.applications.copy, { params: { appId }, body })}
          hint={t('applications.copies', { processes: copy.processes, forms: copy.forms, decisions: copy.decisions })}
        />
      )}
    </AwaitedPage>
  )
}
