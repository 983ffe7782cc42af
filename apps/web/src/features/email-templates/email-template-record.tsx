import { Button } from '@mantine/core'
import { api, type EmailTemplate } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../../components/action-bar/action-bar.tsx'
import { DisabledBanner } from '../../components/banner/disabled-banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DisableDialog } from '../../components/dialog/disable-dialog.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { type MailDraft, writeSample } from './mail-draft.ts'
import { MailFields } from './mail-fields.tsx'
import { MailPreview } from './mail-preview.tsx'
import { TestMailSection } from './test-mail-section.tsx'

/** A template: what it says, how the mail looks, and the way to try it. */
export function EmailTemplateRecord({ template }: { template: EmailTemplate }) {
  const { t } = useTranslation()
  const { id, name, disabled, revision } = template
  const params = { id }
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<Partial<MailDraft>>({})
  /** The revision that the changes were begun with: others may save meanwhile. */
  const [begun, setBegun] = useState(revision)
  const [sample, setSample] = useState(() => writeSample(template.variables))
  const [isDisabling, setDisabling] = useState(false)
  const draft = { ...pickDraft(template), ...changes }
  const isDirty = (Object.keys(changes) as (keyof MailDraft)[]).some((key) => draft[key] !== template[key])
  const keep = (saved: EmailTemplate) => {
    queryClient.setQueryData(callQuery(api.emailTemplates.get, { params }).queryKey, saved)
    setChanges({})
    setBegun(saved.revision)
  }
  const save = useMutation({
    mutationFn: () => call(api.emailTemplates.save, { params, body: { ...draft, revision: begun } }),
    onSuccess: (saved) => {
      keep(saved)
      showToast({ kind: 'success', title: t('emailTemplates.saved'), text: saved.name })
    },
  })
  const restore = useMutation({
    mutationFn: () => call(api.emailTemplates.restore, { params }),
    onSuccess: (saved) => {
      keep(saved)
      showToast({ kind: 'success', title: t('emailTemplates.restored'), text: name })
    },
  })
  return (
    <>
      <UnsavedGuard isDirty={() => isDirty} />
      <PageHeader
        title={name}
        help={t('emailTemplates.helpOne')}
        actions={
          <>
            <LinkButton to={designPaths.copyEmailTemplate(id)} size="xs">
              {t('emailTemplates.copy')}
            </LinkButton>
            {disabled === null ? (
              <Button size="xs" data-danger onClick={() => setDisabling(true)}>
                {t('emailTemplates.disable')}
              </Button>
            ) : null}
          </>
        }
      />
      <PageBody>
        {disabled === null ? null : (
          <DisabledBanner disabled={disabled} isPending={restore.isPending} onRestore={() => restore.mutate()} />
        )}
        {restore.isError ? <ErrorBanner title={t('emailTemplates.restoreFailed')} error={restore.error} /> : null}
        {save.isError ? (
          <ErrorBanner
            title={t('emailTemplates.saveFailed')}
            error={save.error}
            comfort={t('emailTemplates.stillHere')}
          />
        ) : null}
        <MailFields
          draft={draft}
          onChange={(part) => {
            if (!isDirty) setBegun(revision)
            setChanges((before) => ({ ...before, ...part }))
          }}
          sample={sample}
          onSample={setSample}
          isLocked={disabled !== null}
          error={save.error}
        />
        <MailPreview draft={draft} sample={sample} />
        {disabled === null ? <TestMailSection id={id} sample={sample} /> : null}
      </PageBody>
      {isDirty ? (
        <ActionBar note={t('emailTemplates.unsaved')}>
          <Button
            onClick={() => {
              setChanges({})
              save.reset()
            }}
          >
            {t('emailTemplates.discard')}
          </Button>
          <Button
            variant="filled"
            loading={save.isPending}
            disabled={draft.name.trim() === '' || draft.subject.trim() === ''}
            onClick={() => save.mutate()}
          >
            {t('emailTemplates.save')}
          </Button>
        </ActionBar>
      ) : null}
      <DisableDialog
        isOpen={isDisabling}
        title={t('emailTemplates.disableTitle', { name })}
        text={t('emailTemplates.disableText')}
        action={t('emailTemplates.disableAction')}
        failed={t('emailTemplates.disableFailed')}
        onDisable={async (deletedReason) =>
          keep(await call(api.emailTemplates.disable, { params, query: { deletedReason } }))
        }
        onDone={() => {
          setDisabling(false)
          showToast({ kind: 'success', title: t('emailTemplates.disabledDone'), text: name })
        }}
        onClose={() => setDisabling(false)}
      />
    </>
  )
}

function pickDraft({ name, subject, html, missingValues }: EmailTemplate): MailDraft {
  return { name, subject, html, missingValues }
}
