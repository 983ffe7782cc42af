import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { appProcessList } from '@millrace/contract/lists/app-processes'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { DisableButton } from '../../components/record/disable-button.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { toUrl } from '../../lib/api/send.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { ProcessEditor } from './process-editor.tsx'
import { processQuery } from './process-queries.ts'

/** A process of an application: its details, its history, and the way to its file. */
export function Page() {
  const { t } = useTranslation()
  const { appId = '', processId = '' } = useParams({ strict: false })
  const params = { appId, processId }
  const query = processQuery(params)
  const keep = useKept(query.queryKey)
  return (
    <RecordPage
      list={appProcessList}
      query={useQuery(query)}
      help={t('appProcesses.helpOne')}
      failed={t('appProcesses.failedOne')}
      gone={{ title: t('appProcesses.goneTitle'), text: t('appProcesses.goneText') }}
      facts={['application', 'version', 'updated', 'updatedBy']}
      actions={({ name, disabled }) => (
        <>
          <LinkButton size="xs" variant="filled" to={designPaths.modeller(appId, processId)}>
            {t('appProcesses.openModeller')}
          </LinkButton>
          <Button size="xs" component="a" href={toUrl(api.appProcesses.exportFile, { params })} download>
            {t('appProcesses.export')}
          </Button>
          {disabled === null ? (
            <LinkButton size="xs" to={designPaths.copyAppProcesses} search={{ processIds: processId }}>
              {t('record.copy')}
            </LinkButton>
          ) : null}
          <DisableButton
            name={name}
            isDisabled={disabled !== null}
            text={t('appProcesses.disableText')}
            action={t('appProcesses.disableAction')}
            onDisable={async (deletedReason) =>
              keep(await call(api.appProcesses.disable, { params, query: { deletedReason } }))
            }
          />
        </>
      )}
    >
      {(process, facts) => (
        // What nobody may save any more is not kept.
        <ProcessEditor key={process.disabled?.at} process={process} facts={facts} onSaved={keep} />
      )}
    </RecordPage>
  )
}
