import type { Application } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { CreateBar } from '../../components/record/create-bar.tsx'
import { changeNamed } from '../../components/record/key-for.ts'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { type ApplicationDraft, emptyDraft, isComplete, presentDraft } from './application-draft.ts'
import { ApplicationFields } from './application-fields.tsx'

interface Props {
  readonly from?: ApplicationDraft
  readonly help: string
  readonly action: string
  readonly failed: string
  readonly done: (name: string) => string
  readonly make: (details: ReturnType<typeof presentDraft>) => Promise<Application>
  /** What else there is to say of it. */
  readonly hint?: ReactNode
}

/** An application that is not there yet: an empty one, or a copy. */
export function NewApplication({ from = emptyDraft, help, action, failed, done, make, hint }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(from)
  const isMade = useRef(false)
  const create = useMutation({
    mutationFn: () => make(presentDraft(draft)),
    onSuccess: ({ id, name }) => {
      isMade.current = true
      showToast({ kind: 'success', title: done(name) })
      void navigate({ to: designPaths.application(id), replace: true })
    },
  })
  const isDirty = () => !isMade.current && JSON.stringify(draft) !== JSON.stringify(from)
  return (
    <>
      <UnsavedGuard isDirty={isDirty} />
      <PageHeader help={help} />
      <PageBody>
        {create.isError ? <ErrorBanner title={failed} error={create.error} comfort={t('record.stillHere')} /> : null}
        <Section title={t('record.details')} hint={hint}>
          <ApplicationFields
            draft={draft}
            isLocked={false}
            error={create.error}
            onChange={(part) => setDraft((before) => changeNamed(before, part, 'key'))}
          />
        </Section>
      </PageBody>
      <CreateBar
        action={action}
        isComplete={isComplete(draft)}
        isPending={create.isPending}
        onCreate={() => create.mutate()}
      />
    </>
  )
}
