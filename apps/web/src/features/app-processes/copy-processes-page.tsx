import { api, type ProcessCopy } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CopyDesignsPage } from '../../components/designs/copy-designs-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { copyDraft } from './process-kind.tsx'

/** The page that asks for the names and applications of copied processes, and creates all copies or none. */
export function Page() {
  const { t } = useTranslation()
  return (
    <CopyDesignsPage<ProcessCopy>
      {...copyDraft}
      texts="appProcesses"
      ids="processIds"
      proposals={(processIds) => callQuery(api.appProcesses.copyMultiple, { query: { processIds } })}
      save={(processes) => call(api.appProcesses.saveMultiple, { body: { processes: [...processes] } })}
      place="processes"
      listPath={designPaths.appProcesses}
      failed={t('appProcesses.copyDetailsFailed')}
    />
  )
}
