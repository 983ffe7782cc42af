import '../../lib/package-texts.ts'
import { api } from '@millrace/contract'
import { packageSourceList } from '@millrace/contract/lists/package-sources'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EditRecord } from '../../components/record/edit-record.tsx'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { LastLook } from './last-look.tsx'
import { NewPackageSource } from './new-package-source.tsx'
import { isComplete, pickDraft, writeBody } from './package-source-draft.ts'
import { PackageSourceFields } from './package-source-fields.tsx'
import { describePackageSource, packageSourceQuery } from './package-source-query.ts'

/** The page of a package source. The address `new` opens a new one. */
export function Page() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return id === 'new' ? <NewPackageSource /> : <KnownPackageSource id={id} />
}

function KnownPackageSource({ id }: { id: string }) {
  const { t } = useTranslation()
  const params = { id }
  const query = packageSourceQuery(id)
  return (
    <EditRecord
      list={packageSourceList}
      query={useQuery(query)}
      keep={useKept(query.queryKey)}
      {...describePackageSource(t)}
      facts={['created', 'createdBy']}
      pick={pickDraft}
      save={(draft, revision) => call(api.packageSources.save, { params, body: { ...writeBody(draft), revision } })}
      isComplete={isComplete}
      texts={{
        action: t('packageSources.save'),
        saved: t('packageSources.saved'),
        failed: t('packageSources.saveFailed'),
      }}
      disable={{
        text: t('packageSources.disableText'),
        action: t('packageSources.disableAction'),
        onDisable: (deletedReason) => call(api.packageSources.disable, { params, query: { deletedReason } }),
        onRestore: () => call(api.packageSources.restore, { params }),
      }}
    >
      {(source, fields, isDirty) => (
        <>
          <LastLook source={source} isDirty={isDirty} />
          <PackageSourceFields {...fields} hasToken={source.hasToken} />
        </>
      )}
    </EditRecord>
  )
}
