import '../../lib/mail-editor-texts.ts'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { SystemTemplatePage } from './system-template-page.tsx'
import { SystemTemplateTable } from './system-template-table.tsx'

/** The page with the mails that the product sends. With `?mail=` it shows one of them. */
export function Page() {
  const [{ mail, language = '' }] = useSearchState()
  if (mail === undefined) return <SystemTemplates />
  return <SystemTemplatePage key={`${mail} ${language}`} mail={mail} language={language} />
}

function SystemTemplates() {
  const { t } = useTranslation()
  const templates = useQuery(callQuery(api.systemTemplates.list))
  const { data } = templates
  return (
    <>
      <PageHeader key="list" help={t('systemTemplates.help')} />
      <PageBody>
        <QueryFailure query={templates} title={t('systemTemplates.failed')} />
        {data === undefined && !templates.isError ? <SkeletonRows count={10} height={40} /> : null}
        {data === undefined ? null : <SystemTemplateTable templates={data} />}
      </PageBody>
    </>
  )
}
