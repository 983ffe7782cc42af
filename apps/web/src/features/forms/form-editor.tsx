import { Button } from '@mantine/core'
import type { ApplicationForm } from '@millrace/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { Detail } from '../../components/detail/detail.tsx'
import { DisabledBanner } from '../../components/record/disabled-banner.tsx'
import { EditBar } from '../../components/record/edit-bar.tsx'
import { useEdit } from '../../components/record/use-edit.ts'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { hasCode } from '../../lib/api/api-error.ts'
import { presentTime } from '../../lib/dates.ts'
import { FormFields, isComplete } from './form-fields.tsx'
import { FormHistory } from './form-history.tsx'
import type { FormKind } from './form-kind.ts'

interface Props {
  readonly form: ApplicationForm
  readonly kind: FormKind
  readonly facts: ReactNode
  /** What is saved is what the page shows. */
  readonly onSaved: (form: ApplicationForm) => void
}

/** A form or template: who is at it, its details, and its history. */
export function FormEditor({ form, kind, facts, onSaved }: Props) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { name, disabled, editor, revision } = form
  const edit = useEdit({
    saved: { name, formKey: form.formKey ?? '', labels: form.labels },
    revision,
    save: kind.save,
    onSaved: (saved) => {
      onSaved(saved)
      showToast({ kind: 'success', title: t('forms.saved'), text: saved.name })
    },
  })
  const { draft, error } = edit
  return (
    <>
      <Detail facts={facts}>
        <DisabledBanner name={name} disabled={disabled} onRestore={async () => onSaved(await kind.restore())} />
        {editor === null ? null : (
          <Banner kind="info" title={t('forms.atIt', { name: editor.holder.displayName })}>
            {t('forms.atItSince', { time: presentTime(editor.since) })}
          </Banner>
        )}
        {error === null ? null : (
          <ErrorBanner title={t('forms.saveFailed')} error={error} comfort={t('record.stillHere')} />
        )}
        {hasCode(error, 'thing.changed') ? (
          <div>
            <Button
              size="xs"
              onClick={() => {
                edit.discard()
                for (const { queryKey } of [kind.query, kind.history]) void queryClient.invalidateQueries({ queryKey })
              }}
            >
              {t('forms.loadAgain')}
            </Button>
          </div>
        ) : null}
        <Section title={t('record.details')}>
          <FormFields
            draft={draft}
            isTemplate={kind.isTemplate}
            isLocked={disabled !== null}
            error={error}
            onChange={edit.change}
          />
        </Section>
        <FormHistory form={form} kind={kind} />
      </Detail>
      <EditBar edit={edit} action={t('forms.save')} isComplete={isComplete(draft, kind.isTemplate)} />
    </>
  )
}
