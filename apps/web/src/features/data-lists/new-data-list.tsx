import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { CreateBar } from '../../components/record/create-bar.tsx'
import { changeNamed } from '../../components/record/key-for.ts'
import { showToast } from '../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { ColumnFields } from './column-fields.tsx'
import { emptyDraft, isComplete, type ListDraft } from './list-draft.ts'
import { ListFields } from './list-fields.tsx'

interface Source {
  readonly id: string
  readonly name: string
  readonly rowCount: number
  readonly draft: ListDraft
}

/** A list that is not there yet: an empty one, or a copy with the columns and rows of another. */
export function NewDataList({ from }: { from?: Source }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const begun = from?.draft ?? emptyDraft
  const [draft, setDraft] = useState(begun)
  const isSaved = useRef(false)
  const save = useMutation({
    mutationFn: () =>
      call(api.dataLists.create, {
        body: { ...draft, columns: [...draft.columns], ...(from && { copyOf: from.id }) },
      }),
    onSuccess: ({ id, name }) => {
      isSaved.current = true
      showToast({ kind: 'success', title: t(from ? 'dataLists.copied' : 'dataLists.saved'), text: name })
      void navigate({ to: designPaths.dataList(id), replace: true })
    },
  })
  const change = (part: Partial<ListDraft>) => setDraft((before) => changeNamed(before, part, 'key'))
  const fields = { draft, onChange: change, isLocked: false, error: save.error }
  return (
    <>
      <UnsavedGuard isDirty={() => !isSaved.current && draft !== begun} />
      <PageHeader title={t(from ? 'dataLists.copyTitle' : 'dataLists.newTitle')} help={t('dataLists.helpOne')} />
      <PageBody>
        {save.isError ? (
          <ErrorBanner title={t('dataLists.saveFailed')} error={save.error} comfort={t('record.stillHere')} />
        ) : null}
        {from === undefined ? null : (
          <Banner
            kind="info"
            title={t('dataLists.copyHint', { name: from.name, rows: from.rowCount.toLocaleString('en') })}
          />
        )}
        <ListFields {...fields} isKnown={false} />
        {from === undefined ? <ColumnFields {...fields} knownKeys={noKeys} /> : null}
      </PageBody>
      <CreateBar
        action={t(from ? 'dataLists.saveCopy' : 'dataLists.save')}
        isComplete={isComplete(draft)}
        isPending={save.isPending}
        onCreate={() => save.mutate()}
      />
    </>
  )
}

const noKeys: ReadonlySet<string> = new Set()
