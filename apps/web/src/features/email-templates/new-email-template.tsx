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
import { emptyDraft, isSendable, type MailDraft } from './mail-draft.ts'
import { MailFields } from './mail-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'

/** A template that is not there yet: an empty one, or a copy. */
export function NewEmailTemplate({ from }: { from?: MailDraft }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(from ?? emptyDraft)
  const [sample, setSample] = useState('')
  const isSaved = useRef(false)
  const save = useMutation({
    mutationFn: () => call(api.emailTemplates.create, { body: draft }),
    onSuccess: ({ id, name }) => {
      isSaved.current = true
      showToast({ kind: 'success', title: t(from ? 'emailTemplates.copied' : 'emailTemplates.saved'), text: name })
      void navigate({ to: designPaths.emailTemplate(id), replace: true })
    },
  })
  const isDirty = () =>
    !isSaved.current && (draft.subject !== (from ?? emptyDraft).subject || draft.html !== (from ?? emptyDraft).html)
  return (
    <>
      <UnsavedGuard isDirty={isDirty} />
      <PageHeader
        title={t(from ? 'pages.copyEmailTemplate' : 'emailTemplates.newTitle')}
        help={t('emailTemplates.helpOne')}
      />
      <PageBody>
        {save.isError ? (
          <ErrorBanner title={t('emailTemplates.saveFailed')} error={save.error} comfort={t('record.stillHere')} />
        ) : null}
        <MailFields
          draft={draft}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          sample={sample}
          onSample={setSample}
          isLocked={false}
          error={save.error}
        />
        <TemplatePreview draft={draft} sample={sample} />
      </PageBody>
      <CreateBar
        action={t(from ? 'emailTemplates.saveCopy' : 'emailTemplates.save')}
        isComplete={isSendable(draft)}
        isPending={save.isPending}
        onCreate={() => save.mutate()}
      />
    </>
  )
}
