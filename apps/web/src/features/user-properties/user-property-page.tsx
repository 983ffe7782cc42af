import { api } from '@millrace/contract'
import { userPropertyList } from '@millrace/contract/lists/user-properties'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EditRecord } from '../../components/record/edit-record.tsx'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { NewUserProperty } from './new-user-property.tsx'
import { isComplete, pickDraft, toBody } from './user-property-draft.ts'
import { UserPropertyFields } from './user-property-fields.tsx'
import { describeUserProperty, userPropertyQuery } from './user-property-query.ts'

/** The page of a user property. The address `new` opens a new one. */
export function Page() {
  const { userPropId = '' } = useParams({ strict: false }) as { userPropId?: string }
  return userPropId === 'new' ? <NewUserProperty /> : <KnownUserProperty id={userPropId} />
}

function KnownUserProperty({ id }: { id: string }) {
  const { t } = useTranslation()
  const params = { id }
  const query = userPropertyQuery(id)
  return (
    <EditRecord
      list={userPropertyList}
      query={useQuery(query)}
      keep={useKept(query.queryKey)}
      {...describeUserProperty(t)}
      facts={['created', 'createdBy']}
      pick={pickDraft}
      save={(draft, revision) => call(api.userProperties.save, { params, body: { ...toBody(draft), revision } })}
      isComplete={isComplete}
      texts={{
        action: t('userProperties.save'),
        saved: t('userProperties.saved'),
        failed: t('userProperties.saveFailed'),
      }}
      disable={{
        text: t('userProperties.disableText'),
        action: t('userProperties.disableAction'),
        onDisable: (deletedReason) => call(api.userProperties.disable, { params, query: { deletedReason } }),
        onRestore: () => call(api.userProperties.restore, { params }),
      }}
    >
      {({ hasValues }, fields) => <UserPropertyFields {...fields} isKnown hasValues={hasValues} />}
    </EditRecord>
  )
}
