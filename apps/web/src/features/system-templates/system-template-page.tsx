import { api, type SystemTemplate } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { Fact, Facts } from '../../components/detail/detail.tsx'
import { Absent, findAwaited, StaleNotice } from '../../components/page/awaited-page.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Person } from '../../components/person/person.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { useMay } from '../../lib/session/use-may.ts'
import { nameLanguages } from './languages.ts'
import { ResetButton } from './reset-button.tsx'
import { SystemTemplateEditor } from './system-template-editor.tsx'

interface Props {
  readonly mail: string
  readonly language: string
}

/** The page of the text of a system mail in one language. */
export function SystemTemplatePage({ mail, language }: Props) {
  const { t } = useTranslation()
  const mayDesign = useMay('system-templates.design', null)
  const options = callQuery(api.systemTemplates.get, {
    params: { mail },
    query: language === '' ? {} : { language },
  })
  const query = useQuery(options)
  const keep = useKept(options.queryKey)
  // What was being typed goes with the text that was set back: it is a change of a text that is there no more.
  const [resets, setResets] = useState(0)
  const setBack = (template: SystemTemplate) => {
    keep(template)
    setResets((before) => before + 1)
  }
  const template = findAwaited(query)
  const awaited = {
    ...{ query, failed: t('systemTemplates.failedOne') },
    gone: { title: t('systemTemplates.goneTitle'), text: t('systemTemplates.goneText') },
  }
  return (
    <>
      <PageHeader
        title={template === undefined ? undefined : t(`systemMail.${template.mail}`)}
        trail={[{ label: t('menu.systemTemplates'), to: '/admin/systemTemplates' }]}
        // The list stands before it already.
        {...(template === undefined ? { crumb: '…' } : {})}
        help={template === undefined ? undefined : t(`systemMailSent.${template.mail}`)}
        actions={template?.isOwn && mayDesign ? <ResetButton template={template} onReset={setBack} /> : null}
      />
      {template === undefined ? (
        <Absent {...awaited} />
      ) : (
        <>
          <StaleNotice {...awaited} />
          <SystemTemplateEditor
            key={resets}
            template={template}
            facts={<TemplateFacts template={template} />}
            refetch={async () => (await query.refetch({ throwOnError: true })).data ?? template}
            onSaved={keep}
          />
        </>
      )}
    </>
  )
}

function TemplateFacts({ template }: { template: SystemTemplate }) {
  const { t } = useTranslation()
  const { language, isOwn, languages, updatedAt, updatedBy } = template
  const state = isOwn ? 'own' : language === '' ? 'asBrought' : 'notItsOwn'
  return (
    <Facts>
      <Fact label={t('systemTemplates.state')}>{t(`systemTemplates.${state}`)}</Fact>
      {languages.every((tag) => tag === '') ? null : (
        <Fact label={t('systemTemplates.withText')}>{nameLanguages(languages, t)}</Fact>
      )}
      {updatedAt === null ? null : (
        <Fact label={t('systemTemplates.changed')}>
          <DateTime at={updatedAt} />
          {updatedBy === null ? null : <Person person={updatedBy} />}
        </Fact>
      )}
    </Facts>
  )
}
