import '../../lib/people-texts.ts'
import { api } from '@millrace/contract'
import { directoryList } from '@millrace/contract/lists/directories'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EditRecord } from '../../components/record/edit-record.tsx'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { isComplete, pickDraft, writeBody } from './directory-draft.ts'
import { DirectoryFields } from './directory-fields.tsx'
import { describeDirectory, directoryQuery } from './directory-query.ts'
import { DirectoryRuns } from './directory-runs.tsx'
import { DirectoryTestSection } from './directory-test.tsx'
import { NewDirectory } from './new-directory.tsx'
import { RemoveDirectoryButton } from './remove-directory-button.tsx'

/** The page of a directory. The address `new` opens a new one. */
export function Page() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return id === 'new' ? <NewDirectory /> : <KnownDirectory id={id} />
}

function KnownDirectory({ id }: { id: string }) {
  const { t } = useTranslation()
  const params = { id }
  const query = directoryQuery(id)
  return (
    <EditRecord
      list={directoryList}
      query={useQuery(query)}
      keep={useKept(query.queryKey)}
      {...describeDirectory(t)}
      facts={['users', 'created', 'createdBy']}
      actions={(directory) => <RemoveDirectoryButton directory={directory} />}
      pick={pickDraft}
      save={(draft, revision) => call(api.directories.save, { params, body: { ...writeBody(draft), revision } })}
      isComplete={isComplete}
      texts={{
        action: t('directories.save'),
        saved: t('directories.saved'),
        failed: t('directories.saveFailed'),
      }}
    >
      {(directory, fields, isDirty) => (
        <>
          <DirectoryRuns directory={directory} isDirty={isDirty} />
          <DirectoryTestSection id={id} isDirty={isDirty} />
          <DirectoryFields {...fields} hasPassword={directory.hasPassword} />
        </>
      )}
    </EditRecord>
  )
}
