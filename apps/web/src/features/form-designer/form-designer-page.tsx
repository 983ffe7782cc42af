import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DesignerPage } from './designer-page.tsx'
import { createFormPort } from './designer-port.ts'

/** The designer of an application's form. */
export function Page() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { applicationId = '', formId = '' } = useParams({ strict: false })
  const port = useMemo(() => createFormPort(client, { appId: applicationId, formId }), [client, applicationId, formId])
  return (
    <DesignerPage
      key={formId}
      target={{ kind: 'form', applicationId, formId }}
      port={port}
      title={t('pages.formDesigner')}
      listPath="/design/forms"
      help="formDesigner"
    />
  )
}
