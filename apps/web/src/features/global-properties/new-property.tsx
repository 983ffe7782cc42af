import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { CreateBar } from '../../components/record/create-bar.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { emptyDraft, isComplete, keyFor, type PropertyDraft } from './property-draft.ts'
import { PropertyFields } from './property-fields.tsx'

/** A property that is not there yet: an empty one, or a copy. */
export function NewProperty({ from }: { from?: PropertyDraft }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const begun = from ?? emptyDraft
  const [draft, setDraft] = useState(begun)
  const isSaved = useRef(false)
  const save = useMutation({
    mutationFn: () => call(api.globalProperties.create, { body: draft }),
    onSuccess: ({ id, key }) => {
      isSaved.current = true
      showToast({ kind: 'success', title: t('globalProperties.saved'), text: key })
      void navigate({ to: designPaths.globalProperty(id), replace: true })
    },
  })
  // The key follows the name until it is another.
  const change = (part: Partial<PropertyDraft>) =>
    setDraft((before) => ({
      ...before,
      ...part,
      ...(part.name !== undefined && before.key === keyFor(before.name) ? { key: keyFor(part.name) } : {}),
    }))
  return (
    <>
      <UnsavedGuard isDirty={() => !isSaved.current && draft !== begun} />
      <PageHeader
        title={t(from ? 'globalProperties.copyTitle' : 'globalProperties.newTitle')}
        help={t('globalProperties.helpOne')}
      />
      <PageBody>
        {save.isError ? (
          <ErrorBanner title={t('globalProperties.saveFailed')} error={save.error} comfort={t('record.stillHere')} />
        ) : null}
        <PropertyFields draft={draft} onChange={change} isLocked={false} isKnown={false} error={save.error} />
      </PageBody>
      <CreateBar
        action={t(from ? 'globalProperties.saveCopy' : 'globalProperties.save')}
        isComplete={isComplete(draft, false)}
        isPending={save.isPending}
        onCreate={() => save.mutate()}
      />
    </>
  )
}
