import { type Application, api } from '@millrace/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Detail } from '../../components/detail/detail.tsx'
import { DisabledBanner } from '../../components/record/disabled-banner.tsx'
import { EditBar } from '../../components/record/edit-bar.tsx'
import { SaveBanner } from '../../components/record/save-banner.tsx'
import { useEdit } from '../../components/record/use-edit.ts'
import { useOthersChanges } from '../../components/record/use-others-changes.ts'
import { Section } from '../../components/section/section.tsx'
import { PageTabs } from '../../components/tabs/page-tabs.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { isComplete, pickDraft, presentDraft } from './application-draft.ts'
import { ApplicationFields } from './application-fields.tsx'
import { applicationQuery } from './application-query.ts'
import classes from './applications.module.css'
import { DecisionsOfApplication } from './decisions-of-application.tsx'
import { FormsOfApplication } from './forms-of-application.tsx'
import { NextStep } from './next-step.tsx'
import { ProcessesOfApplication } from './processes-of-application.tsx'
import { UsesOfApplication } from './uses-of-application.tsx'
import { VersionsOfApplication } from './versions-of-application.tsx'

interface Props {
  readonly application: Application
  readonly facts: ReactNode
  /** Called with the saved application. */
  readonly onSaved: (application: Application) => void
}

const labelled = ['name', 'key', 'description', 'category'] as const

/** Whether a field has a label by its own name. */
function isLabelled(field: string): field is (typeof labelled)[number] {
  return (labelled as readonly string[]).includes(field)
}

const tabs = ['details', 'processes', 'forms', 'decisions', 'uses', 'versions'] as const

/** The page of an application and its parts. Entries are kept when the user opens another tab of it. */
export function ApplicationEditor({ application, facts, onSaved }: Props) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [{ tab }, change] = useSearchState()
  const open = tabs.find((one) => one === tab) ?? 'details'
  const { id: appId, name, disabled, revision } = application
  const params = { appId }
  const edit = useEdit({
    saved: pickDraft(application),
    revision,
    save: (draft, initial) =>
      call(api.applications.save, { params, body: { ...presentDraft(draft), revision: initial } }),
    onSaved: (saved) => {
      onSaved(saved)
      others.see(saved)
      showToast({ kind: 'success', title: t('applications.saved'), text: saved.name })
    },
  })
  const { draft, error } = edit
  const refetch = () => queryClient.fetchQuery({ ...applicationQuery(appId), staleTime: 0 })
  const nameField = (field: string) => (isLabelled(field) ? t(`applications.${field}`) : null)
  const others = useOthersChanges({ item: application, edit, refetch, pick: pickDraft, nameField })
  return (
    <>
      <PageTabs
        label={t('applications.tabs')}
        className={classes.pages}
        tabs={[
          { value: 'details', label: t('applications.tabDetails') },
          { value: 'processes', label: t('applications.processes'), count: application.processes },
          { value: 'forms', label: t('applications.forms'), count: application.forms },
          { value: 'decisions', label: t('applications.decisions'), count: application.decisions },
          { value: 'uses', label: t('applications.tabUses') },
          { value: 'versions', label: t('applications.tabVersions') },
        ]}
        value={open}
        onChange={(value) => change({ tab: value === 'details' ? undefined : value }, { replace: true })}
      >
        <Detail facts={facts}>
          <DisabledBanner
            name={name}
            disabled={disabled}
            onRestore={async () => onSaved(await call(api.applications.restore, { params }))}
          />
          <SaveBanner title={t('applications.saveFailed')} {...others.banner} />
          {open === 'details' ? (
            <>
              <NextStep application={application} />
              <Section title={t('record.details')}>
                <ApplicationFields draft={draft} isLocked={disabled !== null} error={error} onChange={edit.change} />
              </Section>
            </>
          ) : open === 'processes' ? (
            <ProcessesOfApplication application={application} />
          ) : open === 'forms' ? (
            <FormsOfApplication application={application} />
          ) : open === 'decisions' ? (
            <DecisionsOfApplication application={application} />
          ) : open === 'uses' ? (
            <UsesOfApplication application={application} />
          ) : (
            <VersionsOfApplication application={application} />
          )}
        </Detail>
      </PageTabs>
      <EditBar edit={edit} action={t('applications.save')} isComplete={isComplete(draft)} />
    </>
  )
}
