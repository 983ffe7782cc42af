import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { CreateBar } from '../../components/record/create-bar.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import type { useCreate } from './use-create.ts'

interface Props {
  readonly create: Pick<ReturnType<typeof useCreate<object>>, 'save' | 'isDirty'>
  readonly title: string
  readonly help: string
  /** Verb and object. */
  readonly action: string
  readonly isComplete: boolean
  readonly children: ReactNode
}

/** The page on which something is made. */
export function CreatePage({ create: { save, isDirty }, title, help, action, isComplete, children }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <UnsavedGuard isDirty={isDirty} />
      <PageHeader title={title} help={help} />
      <PageBody>
        {save.isError ? (
          <ErrorBanner title={t('externalSystems.saveFailed')} error={save.error} comfort={t('record.stillHere')} />
        ) : null}
        {children}
      </PageBody>
      <CreateBar action={action} isComplete={isComplete} isPending={save.isPending} onCreate={() => save.mutate()} />
    </>
  )
}
