import type { Application } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CreatePage } from '../../components/record/create-page.tsx'
import { changeNamed } from '../../components/record/key-for.ts'
import { useCreate } from '../../components/record/use-create.ts'
import { Section } from '../../components/section/section.tsx'
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
  /** A further text about the application. */
  readonly hint?: ReactNode
}

/** The form for a new application: empty, or a copy. */
export function NewApplication({ from = emptyDraft, help, action, failed, done, make, hint }: Props) {
  const { t } = useTranslation()
  const create = useCreate({
    initial: from,
    create: (draft) => make(presentDraft(draft)),
    done: (name) => ({ title: done(name) }),
    pathOf: designPaths.application,
    change: (before, part) => changeNamed(before, part, 'key'),
  })
  return (
    <CreatePage create={create} help={help} action={action} failed={failed} isComplete={isComplete(create.draft)}>
      <Section title={t('record.details')} hint={hint}>
        <ApplicationFields {...create.fields} />
      </Section>
    </CreatePage>
  )
}
