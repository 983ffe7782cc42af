import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DesignerPage } from './designer-page.tsx'
import { createTemplatePort } from './designer-port.ts'

/** The designer of a form template. */
export function Page() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { formTemplateId = '' } = useParams({ strict: false })
  const port = useMemo(() => createTemplatePort(client, formTemplateId), [client, formTemplateId])
  return (
    <DesignerPage
      key={formTemplateId}
      target={{ kind: 'template', formTemplateId }}
      port={port}
      title={t('pages.formTemplateDesigner')}
      listPath="/design/formTemplates"
      help="formTemplateDesigner"
    />
  )
}
