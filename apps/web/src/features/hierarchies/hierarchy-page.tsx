import { api } from '@millrace/contract'
import { hierarchyList } from '@millrace/contract/lists/hierarchies'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { awaitAlso } from '../../components/page/await-also.ts'
import { EditRecord } from '../../components/record/edit-record.tsx'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { isComplete, pickDraft } from './hierarchy-draft.ts'
import { HierarchyFields } from './hierarchy-fields.tsx'
import { describeHierarchy, hierarchyQuery } from './hierarchy-query.ts'
import { NewHierarchy } from './new-hierarchy.tsx'
import { PositionsSection } from './tree/positions-section.tsx'
import { topLevelQuery } from './tree/use-levels.ts'

/** The page of a hierarchy. The address `new` opens a new one. */
export function Page() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return id === 'new' ? <NewHierarchy /> : <KnownHierarchy id={id} />
}

function KnownHierarchy({ id }: { id: string }) {
  const { t } = useTranslation()
  const params = { id }
  const query = hierarchyQuery(id)
  return (
    <EditRecord
      list={hierarchyList}
      query={awaitAlso(useQuery(query), useQuery(topLevelQuery(id)))}
      keep={useKept(query.queryKey)}
      {...describeHierarchy(t)}
      facts={['created', 'createdBy']}
      pick={pickDraft}
      save={(draft, revision) => call(api.hierarchies.save, { params, body: { ...draft, revision } })}
      isComplete={isComplete}
      texts={{
        action: t('hierarchies.save'),
        saved: t('hierarchies.saved'),
        failed: t('hierarchies.saveFailed'),
      }}
      disable={{
        text: t('hierarchies.disableText'),
        action: t('hierarchies.disableAction'),
        onDisable: (deletedReason) => call(api.hierarchies.disable, { params, query: { deletedReason } }),
        onRestore: () => call(api.hierarchies.restore, { params }),
      }}
    >
      {(_, fields) => (
        <>
          <PositionsSection id={id} isLocked={fields.isLocked} />
          <HierarchyFields {...fields} />
        </>
      )}
    </EditRecord>
  )
}
