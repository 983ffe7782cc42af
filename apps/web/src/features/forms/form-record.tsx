import { Button } from '@mantine/core'
import { type ApplicationForm, api, limits } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../../components/action-bar/action-bar.tsx'
import { Banner } from '../../components/banner/banner.tsx'
import { DisabledBanner } from '../../components/banner/disabled-banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DisableDialog } from '../../components/dialog/disable-dialog.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { presentTime } from '../../lib/dates.ts'
import { FormFacts } from './form-facts.tsx'
import { FormFields, isComplete } from './form-fields.tsx'
import { FormHistory } from './form-history.tsx'
import type { FormDraft, FormKind } from './form-kind.ts'
import { NameDialog } from './name-dialog.tsx'

/** A form or template: who is at it, its details, and its history. */
export function FormRecord({ form, kind }: { form: ApplicationForm; kind: FormKind }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<Partial<FormDraft>>({})
  /** The revision that the changes were begun with: others may save meanwhile. */
  const [begun, setBegun] = useState(form.revision)
  const [asked, setAsked] = useState<'disable' | 'copy' | null>(null)
  const { name, disabled, editor, revision } = form
  const saved: FormDraft = { name, formKey: form.formKey ?? '', labels: form.labels }
  const draft = { ...saved, ...changes }
  const isDirty = (Object.keys(changes) as (keyof FormDraft)[]).some((key) => draft[key] !== saved[key])
  const keep = (now: ApplicationForm) => {
    queryClient.setQueryData(kind.query.queryKey, now)
    setChanges({})
    setBegun(now.revision)
  }
  const save = useMutation({
    mutationFn: () => kind.save(draft, begun),
    onSuccess: (now) => {
      keep(now)
      showToast({ kind: 'success', title: t('forms.saved'), text: now.name })
    },
  })
  const restore = useMutation({
    mutationFn: kind.restore,
    onSuccess: (now) => {
      keep(now)
      showToast({ kind: 'success', title: t('forms.restoredDone', { name }) })
    },
  })
  return (
    <>
      <UnsavedGuard isDirty={() => isDirty} />
      <PageHeader
        title={name}
        help={t(kind.isTemplate ? 'forms.helpTemplate' : 'forms.helpOne')}
        actions={
          <>
            <CopyButton form={form} onAsk={() => setAsked('copy')} />
            {disabled === null ? (
              <>
                <Button size="xs" data-danger onClick={() => setAsked('disable')}>
                  {t('forms.disable')}
                </Button>
                <LinkButton size="xs" variant="filled" to={kind.designer}>
                  {t('forms.design')}
                </LinkButton>
              </>
            ) : null}
          </>
        }
      >
        <FormFacts form={form} />
      </PageHeader>
      <PageBody>
        {disabled === null ? null : (
          <DisabledBanner disabled={disabled} isPending={restore.isPending} onRestore={() => restore.mutate()} />
        )}
        {restore.isError ? <ErrorBanner title={t('forms.restoreFormFailed')} error={restore.error} /> : null}
        {editor === null ? null : (
          <Banner kind="info" title={t('forms.atIt', { name: editor.holder.displayName })}>
            {t('forms.atItSince', { time: presentTime(editor.since) })}
          </Banner>
        )}
        {save.isError ? (
          <ErrorBanner title={t('forms.saveFailed')} error={save.error} comfort={t('forms.stillHere')} />
        ) : null}
        {hasCode(save.error, 'thing.changed') ? (
          <div>
            <Button
              size="xs"
              onClick={() => {
                setChanges({})
                save.reset()
                for (const { queryKey } of [kind.query, kind.history]) void queryClient.invalidateQueries({ queryKey })
              }}
            >
              {t('forms.loadAgain')}
            </Button>
          </div>
        ) : null}
        <Section title={t('forms.details')}>
          <FormFields
            draft={draft}
            isTemplate={kind.isTemplate}
            isLocked={disabled !== null}
            error={save.error}
            onChange={(part) => {
              if (!isDirty) setBegun(revision)
              setChanges((before) => ({ ...before, ...part }))
            }}
          />
        </Section>
        <FormHistory form={form} kind={kind} />
      </PageBody>
      {isDirty ? (
        <ActionBar note={t('forms.unsaved')}>
          <Button
            onClick={() => {
              setChanges({})
              save.reset()
            }}
          >
            {t('forms.discard')}
          </Button>
          <Button
            variant="filled"
            loading={save.isPending}
            disabled={!isComplete(draft, kind.isTemplate)}
            onClick={() => save.mutate()}
          >
            {t('forms.save')}
          </Button>
        </ActionBar>
      ) : null}
      <DisableDialog
        isOpen={asked === 'disable'}
        title={t('forms.disableTitle', { name })}
        text={t('forms.disableText')}
        action={t(kind.isTemplate ? 'forms.disableTemplateAction' : 'forms.disableAction')}
        failed={t('forms.disableFailed')}
        onDisable={async (reason) => keep(await kind.disable(reason))}
        onDone={() => {
          setAsked(null)
          showToast({ kind: 'success', title: t('forms.disabledDone', { name }) })
        }}
        onClose={() => setAsked(null)}
      />
      <CopyTemplateDialog form={form} isOpen={asked === 'copy'} onClose={() => setAsked(null)} />
    </>
  )
}

/** Forms are copied on a page, where several can be at once; templates by their name alone. */
function CopyButton({ form, onAsk }: { form: ApplicationForm; onAsk: () => void }) {
  const { t } = useTranslation()
  return form.application === null ? (
    <Button size="xs" onClick={onAsk}>
      {t('forms.copy')}
    </Button>
  ) : (
    <LinkButton size="xs" to={designPaths.copyForms} search={{ formIds: form.id }}>
      {t('forms.copy')}
    </LinkButton>
  )
}

function CopyTemplateDialog({
  form: { id, name },
  isOpen,
  onClose,
}: {
  form: ApplicationForm
  isOpen: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <NameDialog
      isOpen={isOpen}
      title={t('forms.copyTitle', { name })}
      name={t('forms.copyName', { name }).slice(0, limits.name)}
      action={t('forms.copyAction')}
      failed={t('forms.copyFailed')}
      done={() => t('forms.copied', { name })}
      onName={(copy) => call(api.formTemplates.copy, { params: { id }, body: { name: copy } })}
      onDone={(made) => {
        onClose()
        void navigate({ to: designPaths.formTemplate(made.id) })
      }}
      onClose={onClose}
    />
  )
}
