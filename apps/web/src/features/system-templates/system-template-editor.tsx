import { Select, TextInput } from '@mantine/core'
import { api, limits, type SystemTemplate } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { Detail } from '../../components/detail/detail.tsx'
import { HtmlField } from '../../components/mail/html-field.tsx'
import { MailPreview } from '../../components/mail/mail-preview.tsx'
import { TestMailSection } from '../../components/mail/test-mail-section.tsx'
import { useMailPreview } from '../../components/mail/use-mail-preview.ts'
import { textOfDraft } from '../../components/record/draft-field.ts'
import { EditBar } from '../../components/record/edit-bar.tsx'
import { SaveBanner } from '../../components/record/save-banner.tsx'
import { useEdit } from '../../components/record/use-edit.ts'
import { useOthersChanges } from '../../components/record/use-others-changes.ts'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeFaultOf, describeModelFault } from '../../lib/api/describe-fault.ts'
import { presentDateTime } from '../../lib/dates.ts'
import { useMay } from '../../lib/session/use-may.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { groupLanguages } from './languages.ts'
import { PlaceholderTable } from './placeholder-table.tsx'

interface Props {
  readonly template: SystemTemplate
  readonly facts: ReactNode
  /** Fetches the template as others have saved it. */
  readonly refetch: () => Promise<SystemTemplate>
  /** Called with the saved template. */
  readonly onSaved: (template: SystemTemplate) => void
}

/** The editor of a system template: its text, its placeholders, the preview, and the test mail. */
export function SystemTemplateEditor({ template, facts, refetch, onSaved }: Props) {
  const { t } = useTranslation()
  const mayDesign = useMay('system-templates.design', null)
  const [, setSearch] = useSearchState()
  const { mail, language, revision, placeholders, fault, languages } = template
  const params = { mail }
  const edit = useEdit({
    saved: pickDraft(template),
    revision,
    save: (draft, initial) =>
      call(api.systemTemplates.save, { params, body: { ...draft, language, revision: initial } }),
    onSaved: (saved) => {
      onSaved(saved)
      others.see(saved)
      showToast({ kind: 'success', title: t('systemTemplates.saved'), text: t(`systemMail.${mail}`) })
    },
  })
  const { draft, error } = edit
  const nameField = (field: string) => (field === 'subject' ? t('systemTemplates.subject') : null)
  const others = useOthersChanges({ item: template, edit, refetch, pick: pickDraft, nameField })
  const fields = { draft, onChange: edit.change, isLocked: !mayDesign, error }
  const isSendable = draft.subject.trim() !== ''
  const preview = useMailPreview(api.systemTemplates.preview, isSendable ? { ...params, ...draft } : null, (asked) =>
    call(api.systemTemplates.preview, { params, body: { subject: asked.subject, html: asked.html } }),
  )
  return (
    <>
      <Detail facts={facts}>
        {fault === null ? null : (
          <Banner kind="warning" title={t('systemTemplates.faultTitle')}>
            {t('systemTemplates.faultText', {
              when: presentDateTime(fault.at),
              reason: describeModelFault(fault.message),
            })}
          </Banner>
        )}
        <SaveBanner title={t('systemTemplates.saveFailed')} {...others.banner} />
        <Section title={t('systemTemplates.text')} hint={t('systemTemplates.textHint')}>
          {template.hasLanguages ? (
            <Select
              label={t('systemTemplates.language')}
              description={t('systemTemplates.languageHelp')}
              data={groupLanguages({ own: languages, chosen: language }, t)}
              value={language}
              allowDeselect={false}
              searchable
              onChange={(chosen) => setSearch({ language: chosen === '' ? undefined : (chosen ?? undefined) })}
            />
          ) : null}
          <TextInput
            label={t('systemTemplates.subject')}
            required
            maxLength={limits.mailSubject}
            {...textOfDraft(fields, 'subject')}
          />
          <HtmlField
            help={t('systemTemplates.htmlHelp')}
            html={draft.html}
            isLocked={!mayDesign}
            placeholders={placeholders.map(({ name }) => name)}
            fault={describeFaultOf(error, 'html')}
            onChange={(html) => edit.change({ html })}
          />
        </Section>
        <MailPreview hint={t('systemTemplates.previewHint')} preview={preview} />
        {mayDesign ? (
          <TestMailSection
            hint={t('systemTemplates.tryHint')}
            onSend={(to) => call(api.systemTemplates.sendTest, { params, body: { to, language } })}
            contract={api.systemTemplates.testMail}
            onFind={(id) => call(api.systemTemplates.testMail, { params: { id } })}
          />
        ) : null}
        <PlaceholderTable placeholders={placeholders} />
      </Detail>
      {mayDesign ? (
        <EditBar edit={edit} action={t('systemTemplates.save')} isComplete={isSendable} places={['mail', 'language']} />
      ) : null}
    </>
  )
}

function pickDraft({ subject, html }: SystemTemplate): Pick<SystemTemplate, 'subject' | 'html'> {
  return { subject, html }
}
